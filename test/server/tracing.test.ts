// Traces, as an OpenTelemetry collector receives them.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTracing, type Tracing } from '../../src/telemetry/tracing.ts'
import { useDatabase } from '../support/database.ts'
import { askGraph, serveApp } from '../support/request.ts'

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  attributes: { key: string; value: Record<string, unknown> }[]
}

const db = useDatabase()
const received: { path: string | undefined; spans: Span[]; service: unknown }[] = []
const collector = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const { resourceSpans } = JSON.parse(Buffer.concat(parts).toString())
  for (const { resource, scopeSpans } of resourceSpans)
    received.push({
      path: request.url,
      spans: scopeSpans.flatMap(({ spans }: { spans: Span[] }) => spans),
      service: resource.attributes,
    })
  response.end('{}')
})
let tracing: Tracing
let app: Awaited<ReturnType<typeof serveApp>>
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  tracing = await startTracing(`http://127.0.0.1:${(collector.address() as AddressInfo).port}/`)
  app = await serveApp({ db, tracing })
})
afterAll(async () => {
  await app.close()
  collector.closeAllConnections()
  await new Promise((resolve) => collector.close(resolve))
})

test('a request is a span below its caller’s, and its statements are spans below it', async () => {
  const [trace, caller] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  await askGraph(
    app.url,
    'query Two { models(first: 2) { totalCount nodes { slug } } }',
    {},
    { traceparent: `00-${trace}-${caller}-01` },
  )
  await tracing.close()
  const [batch] = received
  expect(batch?.path).toBe('/v1/traces')
  expect(batch?.service).toContainEqual({ key: 'service.name', value: { stringValue: 'whence' } })
  const spans = received.flatMap((one) => one.spans)
  const request = spans.find(({ name }) => name === 'query Two')
  expect(request).toMatchObject({ traceId: trace, parentSpanId: caller, kind: 2 })
  expect(request?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
  expect(request?.attributes).toContainEqual({ key: 'whence.cost', value: { intValue: 3 } })
  const statements = spans.filter(({ name }) => name === 'SQL')
  expect(statements).toHaveLength(2)
  for (const statement of statements) {
    expect(statement).toMatchObject({ traceId: trace, parentSpanId: request?.spanId, kind: 3 })
    const text = statement.attributes.find(({ key }) => key === 'db.query.text')
    expect(text?.value.stringValue).toMatch(/^SELECT /)
  }
})
