import { parse } from 'graphql'
import { buildGraph } from './src/graph.ts'
import { executeByLevel } from './src/execution/execute-by-level.ts'
import { createContext } from './src/context.ts'
import { openDatabase } from './src/db/client.ts'
import { makeQueries } from './bench/queries/all.ts'
const db=openDatabase(process.env.U!,{poolSize:2})
const pool=new Proxy(db.pool,{get:(t,n)=>n==='query'?async(c:any)=>{console.log(c.text.replace(/\s+/g,' ').slice(0,260)); return t.query(c)}:Reflect.get(t,n)})
const queries:any = await makeQueries(db.pool as any)
const q=queries.find((q:any)=>q.id===(process.env.Q??'Q1'))
await executeByLevel({schema:buildGraph().subgraph,document:parse(q.whence.query),variableValues:q.whence.variables,contextValue:createContext({...db,pool} as any)})
await db.close()
