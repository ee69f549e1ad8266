import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { TelemetryConfig } from '../config/telemetry.ts'
import { createHistogram } from './histograms.ts'
import { metricsDocument, tracesDocument, type Span } from './otlp.ts'
import type { Gauge, Telemetry } from './telemetry.ts'

/** Spans that wait to be sent; with the receiver away, later ones are dropped. */
const mostSpans = 4_096
const spansAtOnce = 512
const spanPause = 2_000

interface Log {
  warn(details: object, message: string): void
}

/** Gathers spans and metrics and sends them by OTLP over HTTP, beside the work and never in its way. */
export function startTelemetry(config: TelemetryConfig, log: Log): Telemetry {
  const requests = createHistogram('http.server.request.duration')
  const jobs = createHistogram('lyceum.job.duration')
  const statements = createHistogram('db.client.operation.duration')
  const lag = monitorEventLoopDelay({ resolution: 20 })
  lag.enable()
  const gauges: Gauge[] = [
    { name: 'nodejs.eventloop.delay.p99', unit: 's', read: () => (lag.percentile(99) || 0) / 1e9 },
    { name: 'process.memory.usage', unit: 'By', read: () => process.memoryUsage.rss() },
  ]
  const resource = { ...config.attributes, 'service.instance.id': `${hostname()}/${process.pid}` }
  const since = Date.now()
  let spans: Span[] = []
  let dropped = 0

  function keep(span: Omit<Span, 'traceId' | 'spanId' | 'end' | 'start'>, ms: number, parent?: string) {
    if (!config.tracesUrl) return
    const given = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(parent ?? '')
    const traceId = given?.[1] ?? randomBytes(16).toString('hex')
    // The same trace is taken or left by everybody who decides by its id.
    if (Number.parseInt(traceId.slice(-8), 16) / 2 ** 32 >= config.share) return
    if (spans.length >= mostSpans) return void dropped++
    const end = Date.now()
    const ids = { traceId, spanId: randomBytes(8).toString('hex'), ...(given && { parentSpanId: given[2]! }) }
    spans.push({ ...span, ...ids, start: end - ms, end })
  }

  async function sendSpans() {
    while (config.tracesUrl && spans.length > 0) {
      const sent = spans.slice(0, spansAtOnce)
      if (!(await post(config, config.tracesUrl, tracesDocument(resource, sent), log))) return
      spans = spans.slice(sent.length)
    }
    if (dropped > 0) log.warn({ dropped }, 'spans were dropped, the receiver does not take them')
    dropped = 0
  }

  async function sendMetrics() {
    if (!config.metricsUrl) return
    const readings = []
    for (const { name, unit, read } of gauges) {
      const value = await Promise.resolve()
        .then(read)
        .catch(() => null)
      if (value !== null) readings.push({ name, unit, value })
    }
    lag.reset()
    const histograms = [requests, jobs, statements]
    const measured = { since, now: Date.now(), histograms, readings }
    await post(config, config.metricsUrl, metricsDocument(resource, measured), log)
  }

  const beats = [repeat(spanPause, sendSpans), repeat(config.interval, sendMetrics)]
  return {
    request({ method, route, status, school_id, ms, parent }) {
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      }
      requests.note(ms / 1000, attributes)
      const span = { name: `${method} ${route}`, kind: 2 as const, failed: status >= 500 }
      keep({ ...span, attributes: { ...attributes, 'lyceum.school_id': school_id } }, ms, parent)
    },
    job({ name, school_id, ms, failed }) {
      jobs.note(ms / 1000, { 'lyceum.job': name, 'lyceum.job.failed': String(failed) })
      const attributes = { 'lyceum.job': name, 'lyceum.school_id': school_id }
      keep({ name: `job ${name}`, kind: 5, failed, attributes }, ms)
    },
    statement(sql, milliseconds) {
      statements.note(milliseconds / 1000, kindOf(sql))
    },
    gauges: (more) => void gauges.push(...more),
    async close() {
      for (const heartbeatMs of beats) clearInterval(heartbeatMs)
      await Promise.all([sendSpans(), sendMetrics()])
      lag.disable()
    },
  }
}

/** The kind of a statement and its first table, which is all that is told of it. */
function kindOf(sql: string) {
  const operation = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'other'
  const table = /\b(?:from|into|update)\s+"?(\w+)"?/i.exec(sql)?.[1] ?? ''
  return { 'db.operation.name': operation, 'db.collection.name': table }
}

/** Never two at once: a slow receiver is not asked again while it still has the last sending. */
function repeat(milliseconds: number, send: () => Promise<void>) {
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    void send().finally(() => {
      busy = false
    })
  }, milliseconds)
  return timer.unref()
}

async function post({ headers, timeout }: TelemetryConfig, url: string, document: object, log: Log) {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(document),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    await answer.arrayBuffer()
    if (answer.ok) return true
    log.warn({ status: answer.status }, 'the receiver of telemetry refused it')
    // What it calls wrong it will not call right later.
    return answer.status >= 400 && answer.status < 500 && answer.status !== 429
  } catch (error) {
    log.warn({ err: error }, 'the receiver of telemetry is away')
    return false
  }
}
