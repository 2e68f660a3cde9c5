import { openDatabase } from '/work/main/src/db/client.ts'
import { startTestServer, execute } from '/work/main/test/support/test-server.ts'
import { migrate } from '/work/main/src/db/migrations.ts'
import { withDatabase } from '/work/main/src/db/database-url.ts'
import { importFiles } from '/work/main/src/importers/import-files.ts'
import { importBuiltIn } from '/work/main/src/importers/built-in.ts'
import { runAudits } from '/work/main/src/auditing/run-audits.ts'
const server = await startTestServer()
try {
  await execute(server.url, 'CREATE DATABASE w')
  const url = withDatabase(server.url, 'w')
  await migrate(url)
  const db = openDatabase(url, { poolSize: 3 })
  await importBuiltIn(db, { info() {}, warn: console.log })
  const t = performance.now()
  await importFiles(db, 'auto', ['/work/shared/corpus'], { withoutAudits: true, asOf: '2026-11-30', done: () => {} })
  console.log('import', (performance.now() - t) / 1000)
  const t2 = performance.now()
  console.log(JSON.stringify(await runAudits(db, { touched: 'all' })), (performance.now() - t2) / 1000)
  const q = async (s: string) => (await db.pool.query(s)).rows
  console.table(await q("select kind, origin::text, state::text, setting_stated, count(*) from note where type='UNRESOLVED_ISSUE' group by 1,2,3,4 order by 5 desc"))
  for (const r of await q("select kind::text, text, setting_stated from note n where type='UNRESOLVED_ISSUE' and origin='COMPUTED' order by kind, md5(key)")) console.log('ISSUE', r.kind, r.setting_stated, r.text.slice(0, 420))
  console.table(await q("select d.kind::text, d.formula, d.origin::text, o.printed, m.name from derivation d join observation o on o.id=d.observation_id join model m on m.id=o.model_id where m.name ilike 'internlm%' limit 30"))
  console.table(await q("select name from benchmark where lower(name) in ('gpqa','mmlu','gsm8k','hellaswag','gpqa diamond','humanity''s last exam')"))
  console.table(await q("select m.name, array_agg(distinct a.name) names from model m join alias a on a.model_id=m.id group by m.id,m.name having count(distinct lower(regexp_replace(a.name,'[^A-Za-z0-9.+]','','g')))>2 limit 60"))
  await db.close()
} finally { await server.close() }
