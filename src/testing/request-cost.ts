import { getHeapStatistics } from 'node:v8'
import type { Caller, RawAnswer, RawRequest } from './people.ts'

/** What one request may cost this thread, in processor time, and may leave on the heap. */
export const maxCpuMs = 100
export const maxHeapBytes = 50 * 1024 * 1024

/** A first time compiles schemas and verbs, and garbage of others may be collected meanwhile. */
const tries = 3

/**
 * The same caller, whose requests fail where they hold the event loop too long or fill the heap. Processor time is
 * counted instead of time on the clock, so that a busy machine changes nothing.
 */
export function measured<C extends Caller>(caller: C): C {
  async function request(raw: RawRequest): Promise<RawAnswer> {
    const first = await costOf(() => caller.request(raw))
    let cost = first
    for (let n = 1; n < tries && isTooDear(cost); n++) cost = await costOf(() => caller.request(raw))
    if (!isTooDear(cost)) return first.answer
    const what = `${raw.method} ${raw.url.slice(0, 200)} ${JSON.stringify(raw.body)?.slice(0, 200)}`
    throw new Error(`${cost.cpuMs.toFixed(0)} ms and ${cost.heapBytes} bytes of heap for ${what}`)
  }
  return { ...caller, request }
}

interface Cost {
  cpuMs: number
  heapBytes: number
}

const isTooDear = ({ cpuMs, heapBytes }: Cost) => cpuMs > maxCpuMs || heapBytes > maxHeapBytes

async function costOf<T>(work: () => Promise<T>): Promise<Cost & { answer: T }> {
  const heapBefore = getHeapStatistics().used_heap_size
  const before = process.threadCpuUsage()
  const answer = await work()
  const { user, system } = process.threadCpuUsage(before)
  const heapBytes = getHeapStatistics().used_heap_size - heapBefore
  return { answer, cpuMs: (user + system) / 1_000, heapBytes }
}
