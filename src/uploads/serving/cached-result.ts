import { LRUCache } from 'lru-cache'
import { expireAfter } from '#lib/cache/expire-after.ts'

/**
 * Returns a function that caches the result of `load` by key for `seconds`, for at most `most` keys. Failures, and
 * results for which `keeps` returns false, are not cached.
 */
export function cachedResult<T>(
  seconds: number,
  maxEntries: number,
  keeps: (answer: T) => boolean = Boolean,
) {
  const results = new LRUCache<string, Promise<T>>({ max: maxEntries, ...expireAfter(seconds * 1000) })
  return (key: string, load: () => Promise<T>): Promise<T> => {
    const cached = results.get(key)
    if (cached) return cached
    const value = load()
    results.set(key, value)
    const forget = () => void results.delete(key)
    value.then((answer) => keeps(answer) || forget(), forget)
    return value
  }
}
