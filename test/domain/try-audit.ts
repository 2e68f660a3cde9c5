import { readdirSync, readFileSync } from 'node:fs'
import { claim, setting, source, stated } from './claims.ts'
import { findDisagreements } from '../../src/domain/audits/disagreement.ts'
import { findOffScale } from '../../src/domain/audits/scale.ts'
import { leaderboard } from '../../src/domain/leaderboard.ts'
import { similarModels } from '../../src/domain/similarity.ts'
// all of llm-stats
const base='/work/shared/corpus/llm-stats/organizations'
const claims:any[]=[]
for (const o of readdirSync(base)) { let ms:string[]=[]; try { ms=readdirSync(`${base}/${o}/models`) } catch { continue }
 for (const m of ms) { let rows:any[]=[]; try { rows=JSON.parse(readFileSync(`${base}/${o}/models/${m}/benchmarks.json`,'utf8')) } catch { continue }
  rows.forEach((r,i)=>claims.push(claim(String(r.score),{key:`${m}:${i}`,model:m,modelName:m,reportedName:m,source:source(String(r.self_reported_source_link)),readFrom:'llm-stats',setting:setting({benchmark:r.benchmark_id,metric:'score',unit:null,key:r.benchmark_id+r.analysis_method,protocol:stated({method:r.analysis_method})})}))) } }
console.log(claims.length)
for (const f of findDisagreements(claims)) console.log(f.spread,f.settingStated,f.text)
for (const f of findOffScale(claims)) console.log(f.text)
// speed
const place=setting({benchmark:'big'})
const big=[...Array(20000).keys()].map(i=>claim(String((i*7919)%1000/10),{model:`m${i}`,setting:place}))
let t=performance.now(); leaderboard(big); console.log('board 20k', performance.now()-t)
t=performance.now(); findDisagreements(big); console.log('disagree 20k', performance.now()-t)
t=performance.now(); findOffScale(big); console.log('scale 20k', performance.now()-t)
t=performance.now(); similarModels('m1',big,{minShared:1}); console.log('similar 20k', performance.now()-t)
