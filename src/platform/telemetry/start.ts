import { LRUCache } from 'lru-cache'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { TelemetryConfig } from '../config/telemetry.ts'
import { createHistogram } from './histograms.ts'
import { createOtlpSender, createSendingLoop, type OtlpSender } from './otlp-sender.ts'
import { metricsDocument } from './otlp.ts'
import { createSpanQueue } from './span-queue.ts'
import { getTracer, setTracer } from './spans.ts'
import type { Gauge, Telemetry, TelemetryOptions } from './telemetry.ts'
import { createTracer } from './tracer.ts'

/** Records metrics and spans and sends them by OTLP over HTTP in the background. */
export function startTelemetry(config: TelemetryConfig, { ownDomain, log }: TelemetryOptions): Telemetry {
  const resource = { ...config.attributes, 'service.instance.id': `${hostname()}/${process.pid}` }
  const sender = createOtlpSender(config, log)
  const { tracesUrl } = config
  const spans = tracesUrl ? createSpanQueue({ url: tracesUrl, resource, sender, log }) : undefined
  if (spans) setTracer(createTracer({ ...config, ownDomain, onEnd: spans.add }))
  const { requests, jobs, statements, gauges, close } = startMetrics(config, resource, sender)
  return {
    request({ method, route, status, ms }) {
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      }
      requests.note(ms / 1000, attributes)
    },
    job({ name, ms, failed }) {
      jobs.note(ms / 1000, { 'lyceum.job': name, 'lyceum.job.failed': String(failed) })
    },
    statement(text, { ms, errorType }) {
      const { name, attributes } = describeStatement(text)
      statements.note(ms / 1000, attributes)
      getTracer()?.recordChild({ name, kind: 'client', attributes }, { ms, errorType })
    },
    gauges: (more) => void gauges.push(...more),
    async close() {
      await Promise.all([spans?.close(), close()])
      setTracer(undefined)
    },
  }
}

/** Histograms and gauges, sent at each interval. */
function startMetrics(config: TelemetryConfig, resource: Record<string, string>, sender: OtlpSender) {
  const requests = createHistogram('http.server.request.duration')
  const jobs = createHistogram('lyceum.job.duration')
  const statements = createHistogram('db.client.operation.duration')
  const lag = monitorEventLoopDelay({ resolution: 20 })
  lag.enable()
  const gauges: Gauge[] = [
    { name: 'nodejs.eventloop.delay.p99', unit: 's', read: () => (lag.percentile(99) || 0) / 1e9 },
    { name: 'process.memory.usage', unit: 'By', read: () => process.memoryUsage.rss() },
  ]
  const since = Date.now()
  const loop = createSendingLoop(config.interval, async () => {
    if (!config.metricsUrl) return
    const readings = await readGauges(gauges)
    lag.reset()
    const histograms = [requests, jobs, statements]
    await sender.post(
      config.metricsUrl,
      metricsDocument(resource, { since, now: Date.now(), histograms, readings }),
    )
  })
  const close = async () => {
    await loop.close()
    lag.disable()
  }
  return { requests, jobs, statements, gauges, close }
}

/** Values of the gauges; one that fails is left out. */
async function readGauges(gauges: Gauge[]) {
  const readings = []
  for (const { name, unit, read } of gauges) {
    const value = await Promise.resolve()
      .then(read)
      .catch(() => null)
    if (value !== null) readings.push({ name, unit, value })
  }
  return readings
}

/** Descriptions by statement text. */
const descriptions = new LRUCache<string, ReturnType<typeof parseStatement>>({ max: 1_000 })

function describeStatement(text: string) {
  const cached = descriptions.get(text)
  if (cached) return cached
  const description = parseStatement(text)
  descriptions.set(text, description)
  return description
}

/** Operation and first table of a statement. Its text is not recorded, because it may contain values. */
function parseStatement(text: string) {
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'OTHER'
  const table = /\b(?:from|into|update)\s+"?(\w+)"?/i.exec(text)?.[1]
  return {
    name: table ? `${operation} ${table}` : operation,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table && { 'db.collection.name': table }),
    },
  }
}
