import type { LRUCache } from 'lru-cache'

/** Deletes every entry that matches `shouldDelete`. */
export function deleteEntries<K extends {}, V extends {}>(
  cache: LRUCache<K, V>,
  matches: (key: K, value: V) => boolean,
): void {
  // A copy, because the iterator of the cache follows links that a deletion changes.
  const entries = [...cache.entries()]
  for (const [key, value] of entries) if (matches(key, value)) cache.delete(key)
}
