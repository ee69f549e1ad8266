import type { LRUCache } from 'lru-cache'

/** Deletes every entry that matches. */
export function deleteEntries<K extends {}, V extends {}>(
  cache: LRUCache<K, V>,
  matches: (key: K, value: V) => boolean,
): void {
  // A snapshot: the cache's own iterator follows links that a deletion changes.
  const entries = [...cache.entries()]
  for (const [key, value] of entries) if (matches(key, value)) cache.delete(key)
}
