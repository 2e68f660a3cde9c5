// Prisma's schema engine as WebAssembly: reads migrations, applies them, writes new ones; downloads nothing.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import pg from 'pg'
import { MigrationAdapter } from './migration-adapter.ts'

type Exports = Record<string, unknown>
type Bindings = typeof import('@prisma/schema-engine-wasm') & { __wbg_set_wasm(exports: Exports): void }

// Node has it, but its types come only with the browser's, which this project keeps out.
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: Record<string, unknown>): Promise<{ instance: { exports: Exports } }>
}

/** Where the engine leaves the message of a panic, which otherwise says nothing but "unreachable". */
declare global {
  var PRISMA_WASM_PANIC_REGISTRY: { set_message(message: string): void } | undefined
}

let loaded: Promise<Bindings> | undefined

/** Node 20 can't import a .wasm file, which the package's own entry does: instantiate it by hand, once. */
async function loadBindings(): Promise<Bindings> {
  const specifier = '@prisma/schema-engine-wasm/schema_engine_bg'
  const bindings = (await import(specifier)) as Bindings
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm')
  const wasm = join(dirname(entry), 'schema_engine_bg.wasm')
  const { instance } = await WebAssembly.instantiate(await readFile(wasm), {
    './schema_engine_bg.js': bindings,
  })
  bindings.__wbg_set_wasm(instance.exports)
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    set_message(message) {
      throw new Error(`Prisma's schema engine gave up: ${message}`)
    },
  }
  const start = instance.exports.__wbindgen_start as () => void
  start()
  return bindings
}

/**
 * Runs `use` with an engine bound to the database at `url`, and frees both afterwards.
 * Errors are the engine's: `error.message` has its report.
 */
export async function withSchemaEngine<T>(url: string, use: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  loaded ??= loadBindings()
  const { SchemaEngine } = await loaded
  // One connection: the engine counts on session state, such as its own lock.
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'whence migrate' })
  pool.on('error', () => {})
  try {
    const factory = bindMigrationAwareSqlAdapterFactory(new MigrationAdapter(pool, url))
    const engine = await SchemaEngine.new({ datamodels: undefined }, () => {}, factory)
    try {
      return await use(engine)
    } finally {
      engine.free()
    }
  } finally {
    await pool.end()
  }
}
