// The adapter between Prisma's schema engine and pg, with the faults of @prisma/adapter-pg 7.10 put right.
import { PrismaPg } from '@prisma/adapter-pg'
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { withDatabase } from './database-url.ts'

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>
/** What the adapter keeps to itself. */
interface Inner {
  performIO(query: unknown): Promise<pg.QueryArrayResult>
  onError(error: unknown): never
}

const CHAR = 18
const TEXT = 25

/**
 * Reads the system catalogue's one-letter type, which the adapter does not know. And takes NOT NULL out of the list of
 * constraints: PostgreSQL 18 puts it there ("n"), and the engine stops at a kind it has not heard of.
 */
function readCatalogue(adapter: Adapter): void {
  const inner = adapter as unknown as Inner
  const performIO = inner.performIO.bind(adapter)
  const queryRaw = adapter.queryRaw.bind(adapter)
  const letters = new WeakMap<object, number[]>()
  inner.performIO = async (query) => {
    const result = await performIO(query)
    const columns = [...result.fields.keys()].filter((column) => result.fields[column]?.dataTypeID === CHAR)
    for (const column of columns)
      result.fields.splice(column, 1, { ...result.fields[column], dataTypeID: TEXT } as never)
    letters.set(query as object, columns)
    return result
  }
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query)
    for (const column of letters.get(query) ?? []) {
      result.columnTypes[column] = ColumnTypeEnum.Character
      if (result.columnNames[column] === 'constraint_type')
        result.rows = result.rows.filter((row) => row[column] !== 'n')
    }
    return result
  }
}

function repair(adapter: Adapter): Adapter {
  // The adapter's own executeScript cuts at every ";", also inside of strings, comments and function bodies.
  // PostgreSQL runs an uncut script in one transaction, so that a migration is applied whole or not at all.
  adapter.executeScript = async (script) => {
    try {
      await adapter.underlyingDriver().query(script)
    } catch (error) {
      const inner = adapter as unknown as Inner
      inner.onError(error)
    }
  }
  readCatalogue(adapter)
  return adapter
}

export class MigrationAdapter extends PrismaPg {
  readonly #pool: pg.Pool
  readonly #url: string

  constructor(pool: pg.Pool, url: string) {
    super(pool)
    this.#pool = pool
    this.#url = url
  }

  override async connect(): Promise<Adapter> {
    return repair(await super.connect())
  }

  /** A database of its own for replaying migrations, dropped afterwards (the adapter's drops it while connected). */
  override async connectToShadowDb(): Promise<Adapter> {
    const database = `whence_shadow_${crypto.randomUUID().replaceAll('-', '')}`
    await this.#pool.query(`CREATE DATABASE ${database} TEMPLATE template0`)
    const pool = new pg.Pool({ connectionString: withDatabase(this.#url, database), max: 1 })
    pool.on('error', () => {})
    const adapter = repair(await new PrismaPg(pool).connect())
    adapter.dispose = async () => {
      await pool.end()
      await this.#pool.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    }
    return adapter
  }
}
