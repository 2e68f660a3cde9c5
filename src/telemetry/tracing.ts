// OpenTelemetry traces: one span a request, below that of the caller, and one below it for each SQL statement.
import type { IncomingHttpHeaders } from 'node:http'
import type { RequestRecord } from '../request-record.ts'

export interface Tracing {
  /** Begins the span of a request and makes its statements spans below; the function it returns ends it. */
  follow(record: RequestRecord, headers: IncomingHttpHeaders): (status: number) => void
  /** Sends what is not sent yet. */
  close(): Promise<void>
}

/** `00-<trace>-<span>-<flags>` of the W3C's Trace Context. */
const traceparent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/**
 * Sends traces to a collector by OTLP over HTTP. The packages are loaded here, so that nobody else waits for them.
 * @param endpoint as OTEL_EXPORTER_OTLP_ENDPOINT says it: "http://localhost:4318"
 */
export async function startTracing(endpoint: string): Promise<Tracing> {
  const [api, { OTLPTraceExporter }, { BasicTracerProvider, BatchSpanProcessor }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/resources'),
    ])
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'whence' }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: 1_000 })],
  })
  const tracer = provider.getTracer('whence')

  return {
    follow(record, headers) {
      const [, traceId, spanId, flags] = traceparent.exec(String(headers.traceparent ?? '')) ?? []
      const parent =
        traceId && spanId && flags
          ? trace.setSpanContext(ROOT_CONTEXT, {
              traceId,
              spanId,
              traceFlags: Number.parseInt(flags, 16),
              isRemote: true,
            })
          : ROOT_CONTEXT
      const attributes = {
        'http.request.method': record.method,
        'url.path': record.path,
        'whence.request_id': record.id,
      }
      const span = tracer.startSpan(`${record.method} ${record.path}`, { kind: SpanKind.SERVER, attributes }, parent)
      const below = trace.setSpan(parent, span)
      record.traceStatement = (text) => {
        const statement = tracer.startSpan(
          'SQL',
          {
            kind: SpanKind.CLIENT,
            attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, 2_000) },
          },
          below,
        )
        return (error) => {
          if (error) statement.setStatus({ code: SpanStatusCode.ERROR, message: error.message })
          statement.end()
        }
      }
      return (status) => {
        if (record.operation) span.updateName(record.operation)
        span.setAttributes({
          'http.response.status_code': status,
          'whence.statements': record.statements,
          ...(record.cost === undefined ? {} : { 'whence.cost': record.cost }),
          ...(record.codes.size > 0 ? { 'whence.error_codes': [...record.codes] } : {}),
        })
        if (status >= 500 || record.codes.has('INTERNAL_SERVER_ERROR')) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      }
    },
    close: () => provider.shutdown(),
  }
}
