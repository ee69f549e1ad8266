import type { Histogram } from './histograms.ts'

export interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  /** 2 serves a request, 5 consumes a job. */
  kind: 2 | 5
  start: number
  end: number
  failed: boolean
  attributes: Record<string, string | number | undefined>
}

interface Reading {
  name: string
  unit: string
  value: number
}

const scope = { name: 'lyceum' }
const nano = (milliseconds: number) => String(BigInt(Math.round(milliseconds * 1_000)) * 1_000n)

const attributesOf = (attributes: Record<string, string | number | undefined>) =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }],
  )

/** An ExportTraceServiceRequest in OTLP's JSON. */
export const tracesDocument = (resource: Record<string, string>, spans: Span[]) => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf(resource) },
      scopeSpans: [
        {
          scope,
          spans: spans.map(({ start, end, failed, attributes, ...span }) => ({
            ...span,
            startTimeUnixNano: nano(start),
            endTimeUnixNano: nano(end),
            attributes: attributesOf(attributes),
            status: failed ? { code: 2 } : {},
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
