import type { ConfigReader } from './config.ts'

/** Where traces and metrics go, by the names that OpenTelemetry has for it. */
export interface TelemetryConfig {
  /** Null where none are wanted. */
  tracesUrl: string | null
  metricsUrl: string | null
  headers: Record<string, string>
  /** Of the resource that everything is told of; `service.name` among them. */
  attributes: Record<string, string>
  /** Share of the traces that are sent, from 0 to 1. */
  share: number
  /** Whether the decision of a caller's `traceparent` counts instead of the share. */
  followsParent: boolean
  /** Milliseconds between two sendings of metrics. */
  interval: number
  /** Milliseconds that one sending may take. */
  timeout: number
}

/** Null without an endpoint, or where OTEL_SDK_DISABLED says so: then nothing of it is loaded. */
export function readTelemetry(read: ConfigReader): TelemetryConfig | null {
  const isUrl = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
  const address = (name: string) =>
    read.optional(`OTEL_EXPORTER_OTLP_${name}`, isUrl, 'an http:// or https:// address')
  const base = address('ENDPOINT')
  const below = (path: string) => (base === null ? null : `${base.replace(/\/+$/, '')}/v1/${path}`)
  const wanted = (signal: string) =>
    read.oneOf(`OTEL_${signal}_EXPORTER`, ['otlp', 'none'], 'otlp') === 'otlp'
  const tracesUrl = wanted('TRACES') ? (address('TRACES_ENDPOINT') ?? below('traces')) : null
  const metricsUrl = wanted('METRICS') ? (address('METRICS_ENDPOINT') ?? below('metrics')) : null
  // Collectors take both forms of OTLP over HTTP at one address, told apart by the content type.
  read.oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', ['http/json'], 'http/json')
  const sampler = read.oneOf(
    'OTEL_TRACES_SAMPLER',
    ['always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_traceidratio'],
    'parentbased_always_on',
  )
  const isShare = (value: string) => /^(?:0|1|0?\.\d{1,6}|1\.0)$/.test(value)
  const argument = Number(read.text('OTEL_TRACES_SAMPLER_ARG', '1', isShare, 'a share from 0 to 1'))
  const settings = {
    headers: pairs(read, 'OTEL_EXPORTER_OTLP_HEADERS'),
    attributes: {
      ...pairs(read, 'OTEL_RESOURCE_ATTRIBUTES'),
      'service.name': read.text('OTEL_SERVICE_NAME', 'lyceum'),
    },
    followsParent: sampler.startsWith('parentbased'),
    share: sampler === 'always_off' ? 0 : sampler.endsWith('ratio') ? argument : 1,
    interval: read.number('OTEL_METRIC_EXPORT_INTERVAL', 60_000, { min: 100, max: 3_600_000 }),
    timeout: read.number('OTEL_EXPORTER_OTLP_TIMEOUT', 10_000, { min: 100, max: 60_000 }),
  }
  const isOff = read.oneOf('OTEL_SDK_DISABLED', ['true', 'false'], 'false') === 'true'
  return isOff || (!tracesUrl && !metricsUrl) ? null : { tracesUrl, metricsUrl, ...settings }
}

/** `name=value,name=value`, with values in percent codes; messages repeat none, since headers hold keys. */
function pairs(read: ConfigReader, name: string): Record<string, string> {
  const value = read.text(name, '')
  const found = value
    .split(',')
    .filter((part) => part.trim())
    .map((part) => /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(part))
  try {
    if (found.every((pair) => pair !== null))
      return Object.fromEntries(found.map(([, key, text]) => [key!, decodeURIComponent(text!)]))
  } catch {
    // A broken percent code is a fault like any other.
  }
  read.fault(name, 'must be a list, separated by commas, of name=value')
  return {}
}
