import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Value {
  stringValue?: string
  intValue?: string
}
interface Attributed {
  attributes: { key: string; value: Value }[]
}
export interface ReceivedSpan extends Attributed {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  kind: number
  links?: { traceId: string; spanId: string }[]
  status: { code?: number }
}
interface Metric {
  name: string
  gauge?: { dataPoints: { asDouble: number }[] }
  histogram?: { dataPoints: (Attributed & { count: string; bucketCounts: string[]; sum: number })[] }
}
interface Sent {
  resourceSpans?: { resource: Attributed; scopeSpans: { spans: ReceivedSpan[] }[] }[]
  resourceMetrics?: { resource: Attributed; scopeMetrics: { metrics: Metric[] }[] }[]
}

/** A receiver of OTLP over HTTP, like a collector. */
export async function startOtlpReceiver() {
  const received: { path: string; headers: IncomingHttpHeaders; text: string; body: Sent }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      received.push({ path: request.url!, headers: request.headers, text, body: JSON.parse(text) as Sent })
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    spans: () =>
      received.flatMap(({ body }) =>
        (body.resourceSpans ?? []).flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    metrics: () =>
      received.flatMap(({ body }) =>
        (body.resourceMetrics ?? []).flatMap(({ scopeMetrics }) =>
          scopeMetrics.flatMap(({ metrics }) => metrics),
        ),
      ),
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((done) => server.close(() => done()))
    },
  }
}

export const otlpAttributes = ({ attributes }: Attributed) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))
