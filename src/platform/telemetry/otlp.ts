import type { FinishedSpan } from './tracer.ts'
import type { Histogram } from './histograms.ts'

interface Reading {
  name: string
  unit: string
  value: number
}

/** Numbers of OTLP's enumeration SpanKind. */
const spanKinds = { server: 2, client: 3, producer: 4, consumer: 5 }

const scope = { name: 'lyceum' }
const nano = (milliseconds: number) => String(BigInt(Math.round(milliseconds * 1_000)) * 1_000n)

const attributesOf = (attributes: Record<string, string | number | undefined>) =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }],
  )

/** An ExportTraceServiceRequest in OTLP's JSON. */
export const tracesDocument = (resource: Record<string, string>, spans: FinishedSpan[]) => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf(resource) },
      scopeSpans: [
        {
          scope,
          spans: spans.map(({ kind, start, end, link, errorType, attributes, ...span }) => ({
            ...span,
            kind: spanKinds[kind],
            startTimeUnixNano: nano(start),
            endTimeUnixNano: nano(end),
            attributes: attributesOf({ ...attributes, 'error.type': errorType }),
            links: link ? [link] : [],
            status: errorType === undefined ? {} : { code: 2 },
          })),
        },
      ],
    },
  ],
})

interface Measured {
  since: number
  now: number
  histograms: Histogram[]
  readings: Reading[]
}

/** An ExportMetricsServiceRequest in OTLP's JSON; sums run from the start of the process. */
export function metricsDocument(
  resource: Record<string, string>,
  { since, now, histograms, readings }: Measured,
) {
  const times = { startTimeUnixNano: nano(since), timeUnixNano: nano(now) }
  const durations = histograms.map((histogram) => ({
    name: histogram.name,
    unit: 's',
    histogram: {
      aggregationTemporality: 2,
      dataPoints: histogram.series().map(({ attributes, counts, count, sum }) => ({
        ...times,
        attributes: attributesOf(attributes),
        count: String(count),
        sum,
        bucketCounts: counts.map(String),
        explicitBounds: histogram.bounds,
      })),
    },
  }))
  const gauges = readings.map(({ name, unit, value }) => ({
    name,
    unit,
    gauge: { dataPoints: [{ timeUnixNano: times.timeUnixNano, asDouble: value }] },
  }))
  return {
    resourceMetrics: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeMetrics: [{ scope, metrics: [...durations, ...gauges] }],
      },
    ],
  }
}
