import { openDB, type DBSchema, type IDBPDatabase, type StoreNames } from 'idb'

/**
 * Returns a function that opens a database with one store, once for all callers. Rejects if the browser stores
 * nothing, as in a private window.
 */
export function openBrowserDatabase<Schema extends DBSchema>(name: string, store: StoreNames<Schema>) {
  let opened: Promise<IDBPDatabase<Schema>> | undefined
  return () => (opened ??= open<Schema>(name, store))
}

function open<Schema extends DBSchema>(name: string, store: StoreNames<Schema>) {
  return new Promise<IDBPDatabase<Schema>>((resolve, reject) => {
    openDB<Schema>(name, 1, {
      upgrade: (database) => void database.createObjectStore(store),
      blocked: () => reject(new Error('The browser stores nothing now')),
    }).then(resolve, reject)
  })
}
