import { expect, test } from 'vitest'
import { silentLog } from '../telemetry/log.ts'
import { platformGroups } from './config.ts'
import { readConfig } from './read-config.ts'
import { openTelemetry } from '../telemetry/telemetry.ts'

const base = { NODE_ENV: 'test', APP_SECRET: 'a secret for tests only, never for a school' }
const read = (env: NodeJS.ProcessEnv) => readConfig(platformGroups([]), { ...base, ...env }).telemetry
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/' }

test('sends and loads nothing without an endpoint', async () => {
  expect(read({})).toBeNull()
  expect(read({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toBeNull()
  expect(read({ ...endpoint, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' })).toBeNull()
  expect(await openTelemetry(null, { ownDomain: 'lyceum.test', log: silentLog })).toBeUndefined()
})

test('reads the standard variables', () => {
  expect(read(endpoint)).toEqual({
    tracesUrl: 'https://collector.example/otlp/v1/traces',
    metricsUrl: 'https://collector.example/otlp/v1/metrics',
    headers: {},
    attributes: { 'service.name': 'lyceum' },
    share: 1,
    followsParent: true,
    interval: 60_000,
    timeout: 10_000,
  })
  expect(
    read({
      ...endpoint,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://traces.example/in',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20abc, x-team = one ',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=overruled,deployment.environment.name=live',
      OTEL_SERVICE_NAME: 'academy',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }),
  ).toMatchObject({
    tracesUrl: 'http://traces.example/in',
    metricsUrl: null,
    headers: { authorization: 'Basic abc', 'x-team': 'one' },
    attributes: { 'service.name': 'academy', 'deployment.environment.name': 'live' },
    share: 0.25,
    followsParent: false,
  })
})

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'ftp://collector.example'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a key without a name'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'key=%E0%A4%A'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
])('rejects %s=%s with its name', (name, value) => {
  expect(() => read({ ...endpoint, [name]: value })).toThrow(name)
})
