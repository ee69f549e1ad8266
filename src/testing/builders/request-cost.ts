import { getHeapStatistics } from 'node:v8'
import { apiThrough, type TestClient, type RawResponse, type RawRequest } from './test-client.ts'
import { processorSlowness } from '../harness/processor-speed.ts'

/** What one request may cost this thread, in processor time, and may leave on the heap. */
export const maxCpuMs = 100
export const maxHeapBytes = 50 * 1024 * 1024

/** A first time compiles schemas and verbs, and garbage of others may be collected meanwhile. */
const tries = 3

type Requests = Pick<TestClient, 'request'>

/**
 * The same caller, whose requests fail where they hold the event loop too long or fill the heap. Processor time is
 * counted instead of time on the clock, and what exceeds the limit is divided by how slow the processor is at that
 * moment, so that neither a busy nor a slow machine changes anything.
 */
export function withRequestCostGuard<C extends Requests>(caller: C, slowness = processorSlowness): C {
  async function request(raw: RawRequest): Promise<RawResponse> {
    const first = await costOf(() => caller.request(raw))
    let cost: Cost = first
    for (let n = 1; n < tries && isTooDear(cost, slowness); n++)
      cost = await costOf(() => caller.request(raw))
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
