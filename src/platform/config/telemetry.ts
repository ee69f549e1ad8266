import { httpUrl, type TextFormat } from './formats.ts'
import {
  booleanSetting,
  choiceSetting,
  defineConfigGroup,
  integerSetting,
  textSetting,
  urlSetting,
  type SettingValues,
} from './settings.ts'

/** Receiver of traces and metrics, from the variables of OpenTelemetry. */
export interface TelemetryConfig {
  /** Null: traces are not sent. */
  tracesUrl: string | null
  /** Null: metrics are not sent. */
  metricsUrl: string | null
  headers: Record<string, string>
  /** Resource attributes, including `service.name`. */
  attributes: Record<string, string>
  /** Share of traces that are sent, 0 to 1. */
  share: number
  /** Whether the decision of a caller's `traceparent` overrides the share. */
  followsParent: boolean
  /** Milliseconds between deliveries of metrics. */
  interval: number
  /** Maximum milliseconds of a delivery. */
  timeout: number
}

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_traceidratio',
] as const

const share: TextFormat = {
  test: (value) => /^(?:0|1|0?\.\d{1,6}|1\.0)$/.test(value),
  expected: 'a share from 0 to 1',
}

const namedValues: TextFormat = {
  test: (value) => parsePairs(value) !== null,
  expected: 'a list, separated by commas, of name=value',
}

const settings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: urlSetting({
    description:
      'OpenTelemetry receiver (OTLP over HTTP), such as `http://collector:4318`; without one nothing is measured or sent',
    format: httpUrl,
    plaintextConnection: 'telemetry',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: urlSetting({
    description: 'Receiver of traces',
    format: httpUrl,
    defaultText: '`/v1/traces` below the endpoint',
    plaintextConnection: 'telemetry',
  }),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: urlSetting({
    description: 'Receiver of metrics',
    format: httpUrl,
    defaultText: '`/v1/metrics` below the endpoint',
    plaintextConnection: 'telemetry',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: textSetting({
    description: 'Headers for the receivers, with values in percent-encoding',
    format: namedValues,
    secret: true,
  }),
  OTEL_EXPORTER_OTLP_TIMEOUT: integerSetting({
    description: 'Time that one delivery may take',
    minimum: 100,
    maximum: 60_000,
    unit: 'milliseconds',
    default: 10_000,
  }),
  OTEL_EXPORTER_OTLP_PROTOCOL: choiceSetting(['http/json'], {
    description: 'Protocol of the receivers',
    default: 'http/json',
  }),
  OTEL_TRACES_EXPORTER: choiceSetting(['otlp', 'none'], {
    description: 'Whether traces are sent',
    default: 'otlp',
  }),
  OTEL_METRICS_EXPORTER: choiceSetting(['otlp', 'none'], {
    description: 'Whether metrics are sent',
    default: 'otlp',
  }),
  OTEL_METRIC_EXPORT_INTERVAL: integerSetting({
    description: 'Time between two deliveries of metrics',
    minimum: 100,
    maximum: 3_600_000,
    unit: 'milliseconds',
    default: 60_000,
  }),
  OTEL_TRACES_SAMPLER: choiceSetting(samplers, {
    description: 'Which traces are sent',
    default: 'parentbased_always_on',
  }),
  OTEL_TRACES_SAMPLER_ARG: textSetting({
    description: 'Share of the traces that a ratio sampler sends',
    format: share,
    default: '1',
  }),
  OTEL_SERVICE_NAME: textSetting({ description: 'Name of the service', default: 'lyceum' }),
  OTEL_RESOURCE_ATTRIBUTES: textSetting({
    description: 'Attributes of the resource, with values in percent-encoding',
    format: namedValues,
  }),
  OTEL_SDK_DISABLED: booleanSetting({
    description: 'Whether nothing is measured or sent',
    words: ['true', 'false'],
    default: false,
  }),
}

export const telemetryGroup = defineConfigGroup({
  title: 'Telemetry',
  usedBy: ['web', 'worker'],
  settings,
  resolve: (values) => ({ telemetry: telemetryOf(values) }),
})

/** Null without an endpoint, or if OTEL_SDK_DISABLED is true: then no telemetry code is loaded. */
function telemetryOf(values: SettingValues<typeof settings>): TelemetryConfig | null {
  const base = values.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '')
  const below = (path: string) => (base === undefined ? null : `${base}/v1/${path}`)
  const tracesUrl =
    values.OTEL_TRACES_EXPORTER === 'otlp'
      ? (values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? below('traces'))
      : null
  const metricsUrl =
    values.OTEL_METRICS_EXPORTER === 'otlp'
      ? (values.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT ?? below('metrics'))
      : null
  if (values.OTEL_SDK_DISABLED || (!tracesUrl && !metricsUrl)) return null
  const sampler = values.OTEL_TRACES_SAMPLER
  const ratio = sampler.endsWith('ratio') ? Number(values.OTEL_TRACES_SAMPLER_ARG) : 1
  return {
    tracesUrl,
    metricsUrl,
    headers: parsePairs(values.OTEL_EXPORTER_OTLP_HEADERS ?? '') ?? {},
    attributes: {
      ...parsePairs(values.OTEL_RESOURCE_ATTRIBUTES ?? ''),
      'service.name': values.OTEL_SERVICE_NAME,
    },
    followsParent: sampler.startsWith('parentbased'),
    share: sampler === 'always_off' ? 0 : ratio,
    interval: values.OTEL_METRIC_EXPORT_INTERVAL,
    timeout: values.OTEL_EXPORTER_OTLP_TIMEOUT,
  }
}

/** Parses `name=value,name=value` with percent-encoded values; null if invalid. */
function parsePairs(text: string): Record<string, string> | null {
  const pairs = text
    .split(',')
    .filter((part) => part.trim())
    .map((part) => /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(part))
  try {
    if (pairs.every((pair) => pair !== null))
      return Object.fromEntries(pairs.map(([, key, value]) => [key!, decodeURIComponent(value!)]))
  } catch {
    // Invalid percent-encoding.
  }
  return null
}
