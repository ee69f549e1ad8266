import type { DBSchema } from 'idb'
import { openBrowserDatabase } from '#platform/client/browser-database/open-browser-database.ts'
import type { UnsentProgressStore } from './progress-sender.ts'
import { pendingFrom, type PendingProgress } from './pending-progress.ts'

interface StoredProgress {
  /** Owner of the entry: other people in this browser neither read nor send it. */
  user_id: string
  unsent: PendingProgress
}

interface Schema extends DBSchema {
  waiting: { key: string; value: StoredProgress }
}

/** Unsent progress in IndexedDB: local storage contains only the keys of the specification. */
export function openPendingProgressStore(user_id: string): UnsentProgressStore {
  const open = openBrowserDatabase<Schema>('progress', 'waiting')

  return {
    async all() {
      const { store } = (await open()).transaction('waiting')
      const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()])
      return values.flatMap(({ user_id: owner, unsent }, index): [string, PendingProgress][] =>
        owner === user_id ? [[keys[index]!, pendingFrom(unsent)]] : [],
      )
    },
    async put(key, unsent) {
      await (await open()).put('waiting', { user_id, unsent }, key)
    },
    async remove(key) {
      await (await open()).delete('waiting', key)
    },
  }
}
