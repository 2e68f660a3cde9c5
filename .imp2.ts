import { openDatabase } from '/work/main/src/db/client.ts'
import { startTestServer, execute } from '/work/main/test/support/test-server.ts'
import { migrate } from '/work/main/src/db/migrations.ts'
import { withDatabase } from '/work/main/src/db/database-url.ts'
import { importFiles } from '/work/main/src/importers/import-files.ts'
const server = await startTestServer()
try {
  await execute(server.url, 'CREATE DATABASE w')
  const url = withDatabase(server.url, 'w')
  await migrate(url)
  const db = openDatabase(url, { poolSize: 3 })
  const args = process.argv.slice(2)
  for (let i = 0; i < args.length; i += 2)
  await importFiles(db, args[i], args[i+1].split(','), { withoutAudits: !process.env.AUDIT, done: (r) => {
    if (r.outcome !== 'IMPORTED') return console.log(JSON.stringify(r).slice(0, 600))
    const { rejections, kinds, disturbed, ...a } = r.account as any
    console.log(JSON.stringify({ ...a, key: undefined, digest: undefined, reasons: a.reasons?.slice(0, 8) }), JSON.stringify(kinds.observation), JSON.stringify(kinds.note), JSON.stringify(rejections.slice(0, 4)))
  }})
  if (process.env.SQL) for (const q of process.env.SQL.split(';;')) console.table((await db.pool.query(q)).rows)
  await db.close()
} finally { await server.close() }
