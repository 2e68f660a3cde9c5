import pg from 'pg'
const times = new Map<string, [number, number]>()
const q = pg.Client.prototype.query as any
;(pg.Client.prototype as any).query = function (...a: any[]) {
  const r = q.apply(this, a)
  const s = typeof a[0] === 'string' ? a[0].replace(/\s+/g,' ').slice(0, 90) : 'prepared'
  const t = performance.now()
  if (r?.then) r.then(() => { const [n, ms] = times.get(s) ?? [0, 0]; times.set(s, [n + 1, ms + performance.now() - t]) }, () => {})
  return r
}
process.on('exit', () => { const all=[...times].sort((a, b) => b[1][1] - a[1][1]); console.log('SQL total', all.reduce((s,x)=>s+x[1][1],0)|0); for (const [s, [n, ms]] of all.slice(0, 22)) console.log(ms.toFixed(0).padStart(7), n, s) })
