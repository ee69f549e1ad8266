import { LRUCache } from 'lru-cache'
import { afterEach, expect, test, vi } from 'vitest'
import { expireAfter } from './expire-after.ts'

afterEach(() => void vi.useRealTimers())

test('expires entries after their lifetime, including entries written when the process starts', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const cache = new LRUCache<string, number>({ max: 10, ...expireAfter(5_000) })
  cache.set('first', 1)
  vi.advanceTimersByTime(4_999)
  expect(cache.get('first')).toBe(1)
  vi.advanceTimersByTime(2)
  expect(cache.get('first')).toBeUndefined()
})
