// Counts what the server does, for Prometheus and its kind: requests, errors, costs, statements, the pools, the process.
import { Counter, collectDefaultMetrics, Gauge, Histogram, type OpenMetricsContentType, Registry } from 'prom-client'
import type { Database } from '../db/client.ts'
import type { RequestRecord } from '../request-record.ts'

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface Metrics {
  /** "application/openmetrics-text; …" */
  contentType: string
  text(): Promise<string>
  /** Counts a request that has ended. */
  count(record: RequestRecord, status: number): void
}

/** Labels are few and closed: paths that are none of ours count as one. */
export function createMetrics(db: Pick<Database, 'pool' | 'replicas'>, paths: ReadonlySet<string>): Metrics {
  const registry = new Registry<OpenMetricsContentType>()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'whence_request_duration_seconds',
    help: 'How long requests took, from their first byte to the end of the answer.',
    labelNames: ['path', 'status'],
    buckets: seconds,
    registers,
  })
  const cost = new Histogram({
    name: 'whence_query_cost',
    help: 'How many objects queries asked for.',
    buckets: [1, 10, 100, 500, 1_000, 5_000, 10_000, 20_000],
    registers,
  })
  const statements = new Counter({
    name: 'whence_statements',
    help: 'SQL statements sent for requests.',
    registers,
  })
  const errors = new Counter({
    name: 'whence_errors',
    help: 'Answers with errors, by code.',
    labelNames: ['code'],
    registers,
  })
  new Gauge({
    name: 'whence_pool_connections',
    help: 'Connections to PostgreSQL, by server: busy, idle; waiting is who has none yet.',
    labelNames: ['server', 'state'],
    registers,
    collect() {
      for (const { name: server, pool } of [{ name: 'primary', pool: db.pool }, ...(db.replicas?.pools() ?? [])]) {
        // A replica that is left out has no connections. It keeps its series, so that it is seen to have none.
        const { totalCount, idleCount, waitingCount } = pool ?? { totalCount: 0, idleCount: 0, waitingCount: 0 }
        this.set({ server, state: 'busy' }, totalCount - idleCount)
        this.set({ server, state: 'idle' }, idleCount)
        this.set({ server, state: 'waiting' }, waitingCount)
      }
    },
  })
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    count(record, status) {
      const path = paths.has(record.path) ? record.path : 'other'
      duration.observe({ path, status: String(status) }, record.duration / 1_000)
      if (record.cost !== undefined) cost.observe(record.cost)
      if (record.statements > 0) statements.inc(record.statements)
      for (const code of record.codes) errors.inc({ code })
    },
  }
}
