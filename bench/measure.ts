import autocannon from 'autocannon'

export interface Target {
  url: string
  method?: 'GET' | 'POST' | 'PUT'
  /** One set of headers and body per request, taken in turn; with a path of its own where paths differ. */
  turns: { headers: Record<string, string>; body?: string; url?: string }[]
  /** Requests under way at once; 10 when absent. */
  connections?: number
}

export interface Measured {
  /** Answered requests per second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p97: number
  p99: number
  /** Of one answer, headers included. */
  bytes: number
  failed: number
}

/** Loads one address on loopback for `seconds` and counts only answers of 2xx. */
export async function measure(
  { url, method = 'GET', turns, connections = 10 }: Target,
  seconds: number,
): Promise<Measured> {
  const result = await autocannon({
    url: new URL(url).origin,
    connections,
    duration: seconds,
    requests: turns.map(({ headers, body, url: own }) => ({
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
  }
}

export interface Compared {
  product: Measured
  floor: Measured
  ratio: number
}

/** Product and floor in turns, several rounds, now one first and now the other, so that a slow moment of the machine hits both; the
 * median ratio counts. */
export async function compare(
  product: Target,
  floor: Target,
  { rounds = 5, seconds = 4 } = {},
): Promise<Compared> {
  // Until the compiler has settled: a slow machine needs seconds for it.
  await measure(product, 3)
  await measure(floor, 3)
  const pairs: Compared[] = []
  for (let round = 0; round < rounds; round++) {
    const before = round % 2 ? await measure(floor, seconds) : null
    const ours = await measure(product, seconds)
    const bare = before ?? (await measure(floor, seconds))
    if (ours.failed || bare.failed)
      throw new Error(`${product.url}: ${ours.failed} and ${bare.failed} requests failed`)
    pairs.push({ product: ours, floor: bare, ratio: ours.rate / bare.rate })
  }
  pairs.sort((a, b) => a.ratio - b.ratio)
  return pairs[Math.floor(pairs.length / 2)]!
}
