import { afterEach, expect, test, vi } from 'vitest'
import { streamWhileAllowed } from './stream-while-allowed.ts'

afterEach(() => void vi.useRealTimers())

test('aborts a long response when its reader loses access', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  let mayGoOn = true
  let checkCount = 0
  const read: number[] = []
  async function* video() {
    for (let second = 0; second < 100; second++) {
      vi.advanceTimersByTime(1_000)
      if (second === 50) mayGoOn = false
      yield Buffer.of(second)
    }
  }
  const watch = async () => {
    for await (const [second] of streamWhileAllowed(video(), async () => (checkCount++, mayGoOn)))
      read.push(second!)
  }
  await expect(watch()).rejects.toThrow('lost the right')
  expect(read.at(-1)).toBeGreaterThan(50)
  expect(read.at(-1)).toBeLessThan(66)
  expect(checkCount).toBeLessThan(6)
})
