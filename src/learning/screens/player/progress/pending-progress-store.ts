import type { WaitingStore } from './progress-sender.ts'
import type { Waiting } from './pending-progress.ts'

const database = 'progress'
const shelf = 'waiting'

interface Kept {
  /** Whose it is: another person at this browser neither sees nor sends it. */
  user_id: string
  waiting: Waiting
}

/** Progress that waits, in the browser's own database: local storage holds the specified keys alone. */
export function openWaitingStore(user_id: string): WaitingStore {
  let opened: Promise<IDBDatabase> | undefined
  const open = () => (opened ??= openDatabase())

  async function within<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const transaction = (await open()).transaction(shelf, mode)
    return answerOf(work(transaction.objectStore(shelf)))
  }

  return {
    async all() {
      const [keys, values] = await Promise.all([
        within('readonly', (store) => store.getAllKeys() as IDBRequest<string[]>),
        within('readonly', (store) => store.getAll() as IDBRequest<Kept[]>),
      ])
      return values.flatMap(({ user_id: owner, waiting }, index): [string, Waiting][] =>
        owner === user_id ? [[keys[index]!, waiting]] : [],
      )
    },
    async put(key, waiting) {
      await within('readwrite', (store) => store.put({ user_id, waiting } satisfies Kept, key))
    },
    async remove(key) {
      await within('readwrite', (store) => store.delete(key))
    },
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(shelf))
  return answerOf(request)
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser stores nothing')))
    request.addEventListener('blocked', () => reject(new Error('The browser stores nothing now')))
  })
}
