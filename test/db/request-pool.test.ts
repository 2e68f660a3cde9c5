// The statements of a request: sent together, each settled by itself, and what becomes of them when one fails.
import type pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { DatabaseFault } from '../../src/db/faults.ts'
import { Patience } from '../../src/db/patience.ts'
import { query, queryStored } from '../../src/db/query.ts'
import { requestPool } from '../../src/db/request-pool.ts'
import { StatementBatch, textOf } from '../../src/db/statement-batch.ts'
import { useDatabase } from '../support/database.ts'

const db = useDatabase('empty')

/** A request's pool, and how many statements each batch of it held. */
function watched(patience = new Patience()) {
  const batches: number[] = []
  const sent: string[] = []
  const pool = Object.create(db.pool, {
    connect: {
      value: async () => {
        const client = await db.pool.connect()
        return new Proxy(client, {
          get: (target, name) => {
            const value = Reflect.get(target, name)
            if (typeof value !== 'function') return value
            return (...given: unknown[]) => {
              if (name === 'query' && given[0] instanceof StatementBatch) batches.push(given[0].size)
              return value.apply(target, given)
            }
          },
        })
      },
    },
  })
  const request = requestPool(pool, { patience, onStatement: (text) => void sent.push(text) })
  return { request, batches, sent }
}

const number = (request: pg.Pool, text: string) =>
  query<{ n: number }>(request, sql`SELECT ${text}::int AS n`).then(([row]) => row?.n)

describe('statements of one turn', () => {
  test('go together, and each gets its rows', async () => {
    const { request, batches, sent } = watched()
    const asked = ['1', '2', '3'].map((text) => number(request, text))
    // Such as rows by id, which are gathered up to the end of the turn.
    const late = new Promise((resolve) => process.nextTick(resolve)).then(() => number(request, '4'))
    expect(await Promise.all([...asked, late])).toEqual([1, 2, 3, 4])
    expect(batches).toEqual([4])
    expect(sent).toHaveLength(4)
    expect(await number(request, '5')).toBe(5)
    expect(batches).toEqual([4, 1])
  })

  test('one that fails takes no other with it', async () => {
    const { request, batches } = watched()
    const outcomes = await Promise.allSettled([
      number(request, '1'),
      query(request, sql`SELECT 1 / ${0}::int AS n`),
      number(request, '2'),
      query(request, sql`SELECT nothing FROM nowhere`),
      number(request, '3'),
    ])
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.code))).toEqual([
      ...[1, '22012', 2],
      ...['42P01', 3],
    ])
    // Those behind a failure are sent again.
    expect(batches).toEqual([5, 3, 1])
  })

  test('the connection is as good as new after a failure: what was prepared still is, what was not is', async () => {
    const { request } = watched()
    for (let i = 0; i < 12; i++) {
      const [failed, fine] = await Promise.allSettled([
        query(request, sql`SELECT 1 / ${0}::int AS once_more`),
        query<{ again: number }>(request, sql`SELECT ${i}::int AS again`),
      ])
      expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
      expect(fine).toMatchObject({ status: 'fulfilled', value: [{ again: i }] })
    }
    expect(db.pool.totalCount).toBeLessThanOrEqual(4)
    expect(db.pool.idleCount).toBe(db.pool.totalCount)
  })

  test('a statement without a name, and one without values, without rows or without text', async () => {
    const { request } = watched()
    const answers = await Promise.all([
      request.query('SELECT 7 AS n'),
      request.query('SELECT $1::text AS t', ['x']),
      request.query('SET application_name = DEFAULT'),
      request.query(''),
    ])
    expect(answers.map(({ rows }) => rows)).toEqual([[{ n: 7 }], [{ t: 'x' }], [], []])
  })

  test('when patience ends, all reject at once with its reason, and the connection is not used again', async () => {
    const patience = new Patience()
    const { request } = watched(patience)
    const asked = Promise.allSettled([number(request, '1'), request.query('SELECT pg_sleep(30)'), number(request, '2')])
    setTimeout(() => patience.end(new DatabaseFault('REQUEST_TIMEOUT', { message: 'enough' })), 100)
    for (const other of await asked)
      expect(other).toMatchObject({ status: 'rejected', reason: { code: 'REQUEST_TIMEOUT' } })
    await expect(number(request, '3')).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' })
    expect(await number(watched().request, '4')).toBe(4)
  })

  test('a connection that dies under them fails those that have no rows yet', async () => {
    const { request } = watched()
    const asked = Promise.allSettled([
      number(request, '1'),
      request.query('SELECT pg_terminate_backend(pg_backend_pid())'),
      number(request, '2'),
    ])
    const [, ...others] = await asked
    for (const other of others)
      expect(other).toMatchObject({ status: 'rejected', reason: { code: 'DATABASE_UNAVAILABLE' } })
    expect(await number(watched().request, '3')).toBe(3)
  })
})

describe('what goes wrong', () => {
  test('a connection that PostgreSQL ended is not used again, though others fail with it', async () => {
    await Promise.all(['1', '2', '3'].map((text) => number(watched().request, text)))
    const { request } = watched()
    await expect(request.query('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
    })
    for (let i = 0; i < 8; i++) expect(await number(request, `${i}`)).toBe(i)
  })

  test('a value that cannot be sent fails by itself and holds no connection', async () => {
    for (let i = 0; i < 8; i++) {
      const { request } = watched()
      const circle: Record<string, unknown> = {}
      circle.circle = circle
      await expect(request.query('SELECT $1::jsonb', [circle])).rejects.toThrow('circular')
    }
    expect(await number(watched().request, '1')).toBe(1)
    expect(db.pool.idleCount).toBe(db.pool.totalCount)
  })

  test('more values than the protocol can count are refused before they are sent', async () => {
    const { request, sent } = watched()
    const values = Array.from({ length: 65_536 }, () => 1)
    await expect(request.query('SELECT 1', values)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'filter' })
    expect(sent).toEqual([])
  })

  test('COPY gets nothing, and the connection goes on', async () => {
    const { request } = watched()
    await request.query('CREATE TABLE copied (n int)')
    await expect(request.query('COPY copied FROM STDIN')).rejects.toThrow()
    await request.query('COPY copied TO STDOUT')
    expect(await number(request, '1')).toBe(1)
  })

  test('what is told of each statement is told once, and when it is done', async () => {
    const patience = new Patience()
    const told: (Error | undefined)[] = []
    const request = requestPool(db.pool, { patience, onStatement: () => (error) => void told.push(error) })
    const asked = Promise.allSettled([request.query('SELECT pg_sleep(0.05)'), request.query('SELECT pg_sleep(30)')])
    setTimeout(() => patience.end(new Error('gone')), 100)
    await asked
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(told.map((error) => error?.message)).toEqual(['gone', 'gone'])
  })
})

describe('prepared statements', () => {
  const namesOn = async (client: pg.PoolClient) =>
    Object.keys((client as unknown as { connection: { parsedStatements: object } }).connection.parsedStatements)

  test('are those that come again, and not long ones', async () => {
    const { request } = watched()
    const once = sql`SELECT ${1}::int AS prepared_once`
    const long = sql`SELECT ${1}::int AS n ${raw(`/* ${'x'.repeat(50_000)} */`)}`
    const prepared = async () => {
      const { rows } = await request.query('SELECT statement FROM pg_prepared_statements')
      return rows.map(({ statement }) => statement as string)
    }
    // All on one connection: the pool gives the one that was last free.
    await query(request, once)
    expect((await prepared()).filter((text) => text.includes('prepared_once'))).toEqual([])
    for (let i = 0; i < 3; i++) await query(request, once)
    expect((await prepared()).filter((text) => text.includes('prepared_once'))).toHaveLength(1)
    for (let i = 0; i < 3; i++) await query(request, long)
    expect((await prepared()).filter((text) => text.includes('xxx'))).toEqual([])
  })

  test('are closed when many others have come since; what is used goes on', { timeout: 30_000 }, async () => {
    const { request } = watched()
    for (let i = 0; i < 1_500; i++) {
      const [one] = await query<{ n: number }>(request, sql`SELECT ${i}::int AS n, ${raw(String(i % 750))} AS text`)
      const [two] = await query<{ n: number }>(request, sql`SELECT ${i}::int AS n, ${raw(String(i % 750))} AS text`)
      expect([one?.n, two?.n]).toEqual([i, i])
    }
    const client = await db.pool.connect()
    try {
      const { rows } = await client.query('SELECT count(*)::int AS n FROM pg_prepared_statements')
      expect(rows[0].n).toBeGreaterThan(100)
      expect(rows[0].n).toBeLessThanOrEqual(600)
      expect((await namesOn(client)).length).toBe(rows[0].n)
    } finally {
      client.release()
    }
  })

  test('are made anew when a column has become another, or somebody dropped them', async () => {
    const { request } = watched()
    await request.query('CREATE TABLE changing (v int)')
    await request.query('INSERT INTO changing VALUES (7)')
    const read = () => query<{ v: unknown }>(request, sql`SELECT v FROM changing`)
    for (let i = 0; i < 3; i++) expect(await read()).toEqual([{ v: 7 }])
    await request.query('ALTER TABLE changing ALTER v TYPE text')
    for (let i = 0; i < 3; i++) expect(await read()).toEqual([{ v: '7' }])
    await request.query('DEALLOCATE ALL')
    for (let i = 0; i < 3; i++) expect(await read()).toEqual([{ v: '7' }])
  })
})

describe('stored rows', () => {
  const statement = sql`SELECT 1 AS id, ${'{"a": [1]}'}::jsonb AS data, NULL::int AS none, 63.40::numeric AS exact,
    ARRAY['x', NULL]::text[] AS list, true AS yes, 9 AS "authorId", 'n' AS "authorId.Author.name", 5 AS "authorId.Author.id"`

  test.each([
    ['a request’s pool', () => watched().request],
    ['the plain pool', () => db.pool],
  ])('read the same through %s', async (_, poolOf) => {
    type Row = Record<string, unknown> & { $authorId: Record<string, unknown> }
    for (let i = 0; i < 2; i++) {
      const [row] = await queryStored<Row, 'Model'>(poolOf(), 'Model', statement)
      expect(row).toMatchObject({ id: 1, data: { a: [1] }, none: null, exact: '63.40', list: ['x', null], yes: true })
      expect(row?.$table).toBe('Model')
      expect(row?.$authorId).toMatchObject({ $table: 'Author', id: 5, name: 'n' })
      expect(row?.missing).toBeUndefined()
    }
    expect(await query(poolOf(), sql`SELECT 1 AS id, ${'{"a": [1]}'}::jsonb AS data`)).toEqual([
      { id: 1, data: { a: [1] } },
    ])
  })
})

test('values become what PostgreSQL reads: arrays with quotes, nulls and arrays in them; dates, objects', async () => {
  const values = [['a"b\\c', null, 'NULL', '{}', ' '], [1, 2], [], new Date(0), { a: 'b' }, true, null, 1.5]
  const { rows } = await watched().request.query({
    text: `SELECT $1::text[] AS a, $2::int[] AS b, $3::int[] AS c, $4::timestamptz AS d, $5::jsonb AS e, $6::bool AS f,
      $7::int AS g, $8::numeric AS h`,
    values,
  } as never)
  expect(Object.values(rows[0])).toEqual([...values.slice(0, 7), '1.5'])
  expect(textOf([['x'], ['y']])).toBe('{{"x"},{"y"}}')
})
