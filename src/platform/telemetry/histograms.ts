type Attributes = Record<string, string | number>

interface Series {
  attributes: Attributes
  counts: number[]
  count: number
  sum: number
}

/** Bucket bounds in seconds, as OpenTelemetry recommends for durations. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
/** Maximum combinations of attributes; all others count as one. */
const maxSeries = 5_000

/** Creates a histogram of durations in seconds since the start, per combination of attributes. */
export function createHistogram(name: string) {
  const series = new Map<string, Series>()

  function seriesOf(attributes: Attributes): Series {
    const key = Object.values(attributes).join('\0')
    const existing = series.get(key)
    if (existing) return existing
    if (series.size >= maxSeries) return seriesOf({ 'otel.metric.overflow': 'true' })
    const fresh = { attributes, counts: Array.from({ length: bounds.length + 1 }, () => 0), count: 0, sum: 0 }
    series.set(key, fresh)
    return fresh
  }

  return {
    name,
    bounds,
    note(seconds: number, attributes: Attributes) {
      const one = seriesOf(attributes)
      const bucket = bounds.findIndex((bound) => seconds <= bound)
      one.counts[bucket === -1 ? bounds.length : bucket]!++
      one.count++
      one.sum += seconds
    },
    series: () => [...series.values()],
  }
}

export type Histogram = ReturnType<typeof createHistogram>
