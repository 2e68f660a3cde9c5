// Whence on the benchmark's database: its own application and pool; prints its URL.
import { createApp } from '../../../src/app.ts'
import { openDatabase } from '../../../src/db/client.ts'
import { listen } from '../../../src/http-server.ts'
import { defaultLimits } from '../../../src/limits/limits.ts'
import { createLog } from '../../../src/log.ts'

const db = openDatabase(process.env.BENCH_DATABASE_URL ?? '', {
  poolSize: Number(process.env.BENCH_POOL_SIZE),
  statementTimeoutMs: 5_000,
})
// Every limit holds, as it does by default; Q4 asks for more objects at once than the default lets pass.
const limits = { ...defaultLimits, cost: 100_000 }
const app = createApp({ db, config: { corsOrigins: '*', limits }, log: createLog('error') })
const { url } = await listen(app.handler, '127.0.0.1', 0)
console.log(JSON.stringify({ url: `${url}/graphql` }))
// An orderly end lets --cpu-prof write what it has.
process.on('SIGTERM', () => process.exit(0))
