import { parse, execute } from 'graphql'
import { buildGraph } from './src/graph.ts'
import { executeByLevel } from './src/execution/execute-by-level.ts'
import { createContext } from './src/context.ts'
import { openDatabase } from './src/db/client.ts'
import { makeQueries } from './bench/queries/all.ts'
import pg from 'pg'
const { subgraph } = buildGraph() as any
const url=process.env.U!
const db=openDatabase(url,{poolSize:4})
const c=new pg.Client({connectionString:url}); await c.connect()
const queries:any = await makeQueries(c as any)
const only=(process.env.Q??'Q1,Q2,Q3,Q4').split(',')
for (const q of queries) { if(!only.includes(q.id)) continue
  const doc=parse(q.whence.query)
  const v=typeof q.whence.variables==='function'? {}: q.whence.variables
  const out:any[]=[]
  for (const [name,f] of [['level',executeByLevel],['graphql-js',execute]] as const) {
    const run=async()=>f({schema:subgraph,document:doc,variableValues:v,contextValue:createContext(db, null as any)})
    for(let i=0;i<60;i++) { const r:any=await run(); if(i==0) { if(r.errors) console.log(r.errors); out.push(JSON.stringify(r).length) } JSON.stringify(r)}
    const n=Number(process.env.N??200); const c0=process.cpuUsage()
    for(let i=0;i<n;i++) JSON.stringify(await run())
    const u=process.cpuUsage(c0); out.push(name, ((u.user+u.system)/n/1000).toFixed(2)+'ms')
  }
  console.log(q.id,...out)
}
await c.end(); await db.close()
