import type { DBSchema } from 'idb'
import { openBrowserDatabase } from './open-browser-database.ts'

interface Stored {
  value: unknown
  /** Milliseconds since 1970. */
  stored_at: number
}

interface Schema extends DBSchema {
  values: { key: string; value: Stored }
}

const open = openBrowserDatabase<Schema>('personal', 'values')

/**
 * Values of one person in this browser, in IndexedDB: local storage contains only the keys of the specification. Other
 * people who log in here do not get them. A browser that stores nothing has no values.
 */
export function personalValues(user_id: string) {
  const keyOf = (name: string) => `${user_id}/${name}`
  return {
    /** The stored value; undefined if there is none, or if it is older than `maxAgeMs`. */
    async get(name: string, maxAgeMs = Infinity): Promise<unknown> {
      const stored = await open()
        .then((database) => database.get('values', keyOf(name)))
        .catch(() => undefined)
      return stored && Date.now() - stored.stored_at <= maxAgeMs ? stored.value : undefined
    },
    async set(name: string, value: unknown): Promise<void> {
      const stored = { value, stored_at: Date.now() }
      await open()
        .then((database) => database.put('values', stored, keyOf(name)))
        .catch(() => undefined)
    },
    async remove(name: string): Promise<void> {
      await open()
        .then((database) => database.delete('values', keyOf(name)))
        .catch(() => undefined)
    },
  }
}

export type PersonalValues = ReturnType<typeof personalValues>
