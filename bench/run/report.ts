// The tables of a run, as Markdown.
import type { Query } from '../queries/query.ts'
import type { Reads } from './counters.ts'
import type { Figures } from './measure.ts'
import type { PeerName } from './peers.ts'

export interface Result {
  query: Query
  figures: Partial<Record<PeerName, Figures>>
  /** Whence at the smaller scale. */
  small?: Figures
  reads: Partial<Record<PeerName, Reads>>
}

const table = (head: string[], rows: string[][]): string => {
  const lines = [head, head.map((_, i) => (i === 0 ? '---' : '--:')), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
const number = (value: number | undefined, digits = 2) =>
  value === undefined || !Number.isFinite(value) ? '–' : value.toFixed(digits)
const ratio = (a: number | undefined, b: number | undefined) => (a === undefined || b === undefined ? undefined : a / b)
const geometricMean = (values: (number | undefined)[]): number | undefined => {
  const known = values.filter((value): value is number => value !== undefined)
  return known.length > 0 ? Math.exp(known.reduce((sum, value) => sum + Math.log(value), 0) / known.length) : undefined
}

interface Ratios {
  peer?: number
  latency?: number
  limit?: number
  growth?: number
  /** CPU of server and PostgreSQL together: what a busy machine moves least. */
  cpuPeer?: number
  cpuLimit?: number
}
const cpuOf = (figures: Figures | undefined) => figures && figures.cpu.server + figures.cpu.postgres
const ratiosOf = ({ figures, small }: Result): Ratios => ({
  peer: ratio(figures.whence?.throughput, figures.postgraphile?.throughput),
  latency: ratio(figures.whence?.p50, figures.postgraphile?.p50),
  limit: ratio(figures.whence?.throughput, figures.limit?.throughput),
  growth: ratio(figures.whence?.p50, small?.p50),
  cpuPeer: ratio(cpuOf(figures.whence), cpuOf(figures.postgraphile)),
  cpuLimit: ratio(cpuOf(figures.whence), cpuOf(figures.limit)),
})

/** Ratios first: they travel from machine to machine, milliseconds don't. */
export function ratioTable(results: Result[]): string {
  const row = (name: string, { peer, limit, cpuPeer, cpuLimit, latency, growth }: Ratios, statements = '') => [
    ...[name, ...[peer, limit, cpuPeer, cpuLimit, latency, growth].map((value) => number(value)), statements],
  ]
  const pages = results.filter(({ query }) => /^Q[1-5]$/.test(query.id)).map(ratiosOf)
  const mean = (pick: (ratios: Ratios) => number | undefined) => geometricMean(pages.map(pick))
  const means: Ratios = {}
  for (const name of ['peer', 'limit', 'cpuPeer', 'cpuLimit', 'latency', 'growth'] as const)
    means[name] = mean((ratios) => ratios[name])
  return table(
    [
      ...['query', 'throughput / PostGraphile', 'throughput / limit', 'CPU / PostGraphile', 'CPU / limit'],
      ...['p50 / PostGraphile', 'p50 1M / 100k', 'statements'],
    ],
    [
      ...results.map((result) =>
        row(
          `${result.query.id} ${result.query.title}`,
          ratiosOf(result),
          String(result.reads.whence?.statements ?? '–'),
        ),
      ),
      row('**geometric mean of Q1 to Q5**', means),
    ],
  )
}

export function figureTable(results: Result[]): string {
  const rows = results.flatMap(({ query, figures, reads }) =>
    (['whence', 'postgraphile', 'limit'] as const)
      .filter((name) => figures[name])
      .map((name) => {
        const [f, r] = [figures[name], reads[name]]
        return [
          ...[`${query.id} ${name}`, number(f?.p50), number(f?.p95), number(f?.throughput, 0)],
          ...[number(f?.cpu.server), number(f?.cpu.postgres)],
          ...[number(r?.statements, 0), number(r?.rows, 0), number(r?.tuples, 0), number(r?.buffers, 0)],
        ]
      }),
  )
  return table(
    [
      ...['query, server', 'p50 ms', 'p95 ms', 'requests/s, 16 clients', 'CPU ms, server', 'CPU ms, PostgreSQL'],
      ...['statements', 'rows sent', 'rows read', 'pages touched'],
    ],
    rows,
  )
}

export function memoryTable(memory: Partial<Record<PeerName, { now: number; most: number }>>): string {
  const rows = Object.entries(memory).map(([name, { now, most }]) => [name, String(now), String(most)])
  return table(['server', 'MB after the run', 'MB at most'], rows)
}

const [start, end] = ['<!-- measured: start -->', '<!-- measured: end -->']

/** The page with what stands between its markers replaced. */
export function withMeasured(page: string, measured: string): string {
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/performance.md has lost its markers ${start} and ${end}`)
  return `${page.slice(0, from + start.length)}\n\n${measured}\n\n${page.slice(to)}`
}
