import autocannon from 'autocannon'
import { median } from './figures.ts'

export interface Target {
  url: string
  method?: 'GET' | 'POST' | 'PUT'
  /** Headers and body per request, used in turn; with a path if paths differ. */
  turns: { headers: Record<string, string>; body?: string; url?: string }[]
  /** Instead of `turns`, for requests that must not be repeated. */
  nextTurn?: () => { headers: Record<string, string>; body: string }
  /** Concurrent requests; default 10. */
  connections?: number
  /** Milliseconds of CPU time used by the server so far. */
  processorMs?: () => number
}

export interface Timing {
  /** Responses per second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p97: number
  p99: number
  /** Bytes of one response with headers. */
  bytes: number
  failed: number
  /** Milliseconds of CPU time of the server per response; 0 if not measured. */
  processor: number
}

/** Loads one address on loopback for `seconds` and counts only 2xx responses. */
export async function measureRequests(
  { url, method = 'GET', turns, nextTurn, connections = 10, processorMs = () => 0 }: Target,
  seconds: number,
): Promise<Timing> {
  const before = processorMs()
  const result = await autocannon({
    url: new URL(url).origin,
    connections,
    duration: seconds,
    requests: nextTurn
      ? [{ method, path: new URL(url).pathname, setupRequest: (request) => ({ ...request, ...nextTurn() }) }]
      : turns.map(({ headers, body, url: own }) => ({
          method,
          path: own ?? new URL(url).pathname + new URL(url).search,
          headers,
          ...(body !== undefined && { body }),
        })),
  })
  return {
    rate: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p97: result.latency.p97_5,
    p99: result.latency.p99,
    bytes: result.throughput.total / result.requests.total,
    failed: result.non2xx + result.errors,
    processor: (processorMs() - before) / Math.max(1, result['2xx']),
  }
}

export interface Comparison {
  product: Timing
  floor: Timing
  /** Median of the rounds. */
  ratio: number
  /** Minimum and maximum ratio of a round. */
  spread: [number, number]
}

/** Concurrent requests in each comparison. */
const connections = 16

/**
 * Measures product and floor in turn over several rounds, in alternating order, so that a slow moment of the
 * machine affects both. Each figure is the median of the rounds.
 */
export async function compareRequests(
  product: Target,
  floor: Target,
  { rounds = 5, seconds = 4 } = {},
): Promise<Comparison> {
  // Warm-up of the JIT compiler, which takes seconds on a slow machine.
  await measureRequests({ ...product, connections }, 3)
  await measureRequests({ ...floor, connections }, 3)
  const pairs: { ours: Timing; bare: Timing }[] = []
  for (let round = 0; round < rounds; round++) {
    const before = round % 2 ? await measureRequests({ ...floor, connections }, seconds) : null
    const ours = await measureRequests({ ...product, connections }, seconds)
    const bare = before ?? (await measureRequests({ ...floor, connections }, seconds))
    if (ours.failed || bare.failed)
      throw new Error(`${product.url}: ${ours.failed} and ${bare.failed} requests failed`)
    pairs.push({ ours, bare })
  }
  const ratios = pairs.map(({ ours, bare }) => ours.rate / bare.rate)
  return {
    product: medianOf(pairs.map(({ ours }) => ours)),
    floor: medianOf(pairs.map(({ bare }) => bare)),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  }
}

function medianOf(measured: Timing[]): Timing {
  const of = (key: keyof Timing) => median(measured.map((one) => one[key]))
  return {
    rate: of('rate'),
    p50: of('p50'),
    p97: of('p97'),
    p99: of('p99'),
    bytes: of('bytes'),
    failed: of('failed'),
    processor: of('processor'),
  }
}
