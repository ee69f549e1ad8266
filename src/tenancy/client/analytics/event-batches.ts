import type { AnalyticsCall } from '#lib/client-analytics/index.ts'

/** A receiver of events. Its functions never throw. */
export interface AnalyticsSink {
  send(call: AnalyticsCall): void
  /** Sends waiting events in a request that survives the page. */
  flush(): void
}

export interface BatchOptions<T> {
  /** Maximum items per request. */
  size: number
  /** Resolves to whether the batch is finished; `false` sends it again. */
  deliver: (items: T[]) => Promise<boolean>
}

/** Milliseconds that an item waits for others. */
export const batchDelayMs = 10_000
/** Maximum waiting items; while the receiver is unavailable, later ones are dropped. */
export const maxQueuedEvents = 100
/** Consecutive failures before everything that waits is dropped. */
const maxFailures = 3

/**
 * Collects items and delivers them in batches, one request at a time. `flush` waits for no request: the page may be
 * about to end.
 */
export function createBatches<T>({ size, deliver }: BatchOptions<T>) {
  let waiting: T[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let requests = 0
  let failures = 0

  const schedule = () => {
    timer ??= setTimeout(deliverNext, batchDelayMs)
  }
  function deliverNext() {
    clearTimeout(timer)
    timer = undefined
    if (requests === 0 && waiting.length > 0) void next()
  }
  async function next() {
    requests += 1
    const items = waiting.splice(0, size)
    const isDone = await deliver(items).catch(() => false)
    requests -= 1
    failures = isDone ? 0 : failures + 1
    if (!isDone) waiting = failures < maxFailures ? [...items, ...waiting] : []
    if (waiting.length >= size && isDone) deliverNext()
    else if (waiting.length > 0) schedule()
  }
  return {
    add(item: T) {
      if (waiting.length >= maxQueuedEvents) return
      waiting.push(item)
      if (waiting.length >= size && failures === 0) deliverNext()
      else schedule()
    },
    flush() {
      clearTimeout(timer)
      timer = undefined
      while (waiting.length > 0) void next()
    },
  }
}
