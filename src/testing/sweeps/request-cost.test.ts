import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { maxSlowness, processorSlowness } from '../harness/processor-speed.ts'
import type { TestClient } from '../builders/test-client.ts'
import { maxCpuMs, maxHeapBytes, withRequestCostGuard } from '../builders/request-cost.ts'

test('guards the callers of every sweep', () => {
  const sweeps = globSync('*.test.ts', { cwd: import.meta.dirname, exclude: ['request-cost.test.ts'] })
  const unguarded = sweeps.filter((file) => {
    const source = readFileSync(join(import.meta.dirname, file), 'utf8')
    return /\.(?:request|inject|api)\(/.test(source) && !source.includes('withRequestCostGuard(')
  })
  expect(sweeps.length).toBeGreaterThan(5)
  expect(unguarded).toEqual([])
})

const answer = { status: 200, headers: {}, text: '', bytes: Buffer.of(), json: undefined }
const aCaller = (work: () => unknown, slowness = 1) =>
  withRequestCostGuard<Pick<TestClient, 'request'>>(
    { request: async () => (await work(), answer) },
    () => slowness,
    { count: 2, pauseMs: 1 },
  )
const get = { method: 'GET', url: '/' } as const

/** Reads the clock seldom, because each reading creates an object, and these would fill the heap. */
function compute(ms: number) {
  const before = process.threadCpuUsage()
  let used = 0
  while (used < ms) {
    for (let n = 0, hash = 0; n < 100_000; n++) hash = Math.imul(hash ^ n, 16_777_619)
    const { user, system } = process.threadCpuUsage(before)
    used = (user + system) / 1_000
  }
}

test('fails a request that blocks the event loop', async () => {
  await expect(aCaller(() => compute(maxCpuMs * 1.5)).request(get)).rejects.toThrow('for GET /')
  await expect(aCaller(() => compute(maxCpuMs / 10)).request(get)).resolves.toBe(answer)
})

test('fails a request that fills the heap', async () => {
  const stored: unknown[] = []
  const fill = () => stored.push(Array.from({ length: maxHeapBytes / 16 }, (_, at) => ({ at })))
  await expect(aCaller(fill).request(get)).rejects.toThrow('bytes of heap for GET /')
})

test('ignores the first run, and CPU time of other work', async () => {
  let calls = 0
  const request = () => (++calls === 1 ? compute(maxCpuMs * 1.5) : undefined)
  await expect(aCaller(request).request(get)).resolves.toBe(answer)
  const waiting = () => new Promise((resume) => setTimeout(resume, maxCpuMs * 2))
  await expect(aCaller(waiting).request(get)).resolves.toBe(answer)
})

test('allows a slow processor more time, up to the limit', async () => {
  const request = (share: number) => aCaller(() => compute(maxCpuMs * share), 2).request(get)
  await expect(request(1.5)).resolves.toBe(answer)
  await expect(request(2.5)).rejects.toThrow('for GET /')
})

test('never measures a processor as faster than the reference, or slower than the limit', () => {
  expect(processorSlowness()).toBeGreaterThanOrEqual(1)
  expect(processorSlowness()).toBeLessThanOrEqual(maxSlowness)
})
