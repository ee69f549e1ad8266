import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { apiThrough, type TestClient, type RawResponse, type RawRequest } from './test-client.ts'
import { processorSlowness } from '../harness/processor-speed.ts'

/**
 * Maximum CPU time and heap growth of one request. The limit of the product is 100 ms on a quiet machine; collections
 * of the whole worker's garbage and other test workers, which share the caches, more than double that of a request.
 */
export const maxCpuMs = 250
export const maxHeapBytes = 50 * 1024 * 1024

/**
 * The first run compiles code, and other work of the same thread, such as a collection of garbage, counts too. A
 * request that is really too expensive is so each time; the others need one quiet moment.
 */
const defaultRetries = { count: 11, pauseMs: 50 }

type Requests = Pick<TestClient, 'request'>

/**
 * Returns the same caller, whose requests fail if they block the event loop too long or fill the heap. Measures
 * CPU time, corrected by the current speed of the processor, so that busy or slow machines do not matter.
 */
export function withRequestCostGuard<C extends Requests>(
  caller: C,
  slowness = processorSlowness,
  retries = defaultRetries,
): C {
  async function request(raw: RawRequest): Promise<RawResponse> {
    const first = await costOf(() => caller.request(raw))
    let cost: Cost = first
    for (let n = 1; n <= retries.count && isTooDear(cost, slowness); n++) {
      await sleep(n * retries.pauseMs)
      cost = await costOf(() => caller.request(raw))
    }
    if (!isTooDear(cost, slowness)) return first.answer
    const what = `${raw.method} ${raw.url.slice(0, 200)} ${JSON.stringify(raw.body)?.slice(0, 200)}`
    throw new Error(`${cost.cpuMs.toFixed(0)} ms and ${cost.heapBytes} bytes of heap for ${what}`)
  }
  return { ...caller, request, api: apiThrough(request) }
}

interface Cost {
  cpuMs: number
  heapBytes: number
}

function isTooDear({ cpuMs, heapBytes }: Cost, slowness: () => number) {
  return heapBytes > maxHeapBytes || (cpuMs > maxCpuMs && cpuMs / slowness() > maxCpuMs)
}

async function costOf<T>(work: () => Promise<T>): Promise<Cost & { answer: T }> {
  const heapBefore = getHeapStatistics().used_heap_size
  const before = process.threadCpuUsage()
  const answer = await work()
  const { user, system } = process.threadCpuUsage(before)
  const heapBytes = getHeapStatistics().used_heap_size - heapBefore
  return { answer, cpuMs: (user + system) / 1_000, heapBytes }
}
