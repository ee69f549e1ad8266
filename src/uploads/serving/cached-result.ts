import { LRUCache } from 'lru-cache'
import { expireAfter } from '#lib/cache/expire-after.ts'

/**
 * Keeps what `load` answered for `seconds`, for at most `most` keys. A failure, and an answer that `keeps` refuses, is
 * asked again.
 */
export function cachedResult<T>(seconds: number, most: number, keeps: (answer: T) => boolean = Boolean) {
  const results = new LRUCache<string, Promise<T>>({ max: most, ...expireAfter(seconds * 1000) })
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
