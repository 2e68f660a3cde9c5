import pg from 'pg'
import fs from 'node:fs'
import { pagesOf, pairsOf } from '/work/main/src/auditing/touched.ts'
const pw=fs.readFileSync('/tmp/aud2/data/whence.password','utf8').trim()
const port=+fs.readFileSync('/tmp/aud2/data/postmaster.pid','utf8').split('\n')[3]
const c=new pg.Client({host:'127.0.0.1',port,user:'whence',password:pw,database:'whence'})
await c.connect()
const rows = async (sql: string, ...p: unknown[]) => (await c.query(sql, p)).rows
const old = async (pairs: any) => {
  const quoting = `(o.read_from_id IS NOT NULL OR EXISTS (SELECT FROM source_derivation d WHERE d.source_id = o.source_id))`
  const scope = pairs
    ? `FROM unnest($1::int[], $2::int[]) AS p(model, benchmark)
         JOIN observation o ON o.model_id = p.model AND o.benchmark_id = p.benchmark`
    : 'FROM observation o'
  return (await rows(
    `SELECT DISTINCT coalesce(o.read_from_id, o.source_id) AS id ${scope} JOIN source s ON s.id = o.source_id
     WHERE ${quoting} AND (
       EXISTS (SELECT FROM observation x JOIN source y ON y.id = x.source_id
         WHERE x.model_id = o.model_id AND x.benchmark_id = o.benchmark_id
         AND coalesce(x.read_from_id, x.source_id) <> coalesce(o.read_from_id, o.source_id)
         AND CASE WHEN o.read_from_id IS NOT NULL THEN y.work = s.work ELSE EXISTS (
           SELECT FROM source_derivation d WHERE d.source_id = o.source_id AND d.from_id IN (x.source_id, x.read_from_id)) END)
       OR EXISTS (SELECT FROM derivation d WHERE d.observation_id = o.id AND d.origin = 'COMPUTED' AND d.kind <> 'AGGREGATED')
       OR EXISTS (SELECT FROM note_subject j JOIN note n ON n.key = j.note_key
         WHERE j.observation_id = o.id AND n.origin = 'COMPUTED' AND n.code = 'quoted-otherwise')
     ) ORDER BY 1`, ...(pairs ? [pairs.map((p: any) => p.model), pairs.map((p: any) => p.benchmark)] : []))).map((r: any) => r.id)
}
const pairs = await pairsOf({ rows } as any, null)
for (const p of [null, pairs, pairs.slice(0, 3000), pairs.slice(0, 40), []]) {
  let t = Date.now(); const a = await pagesOf({ rows } as any, p); const ta = Date.now() - t
  t = Date.now(); let b: any = 'timeout'; await c.query('SET statement_timeout=20000'); try { b = await old(p) } catch {} ; const tb = Date.now() - t
  console.log(p?.length, a.length, ta, 'ms; old', b.length, tb, 'ms', JSON.stringify(a) === JSON.stringify(b))
}
await c.end()
