import type { PreviousUpload, UrlStorage } from 'tus-js-client'

const database = 'uploads'
const shelf = 'sending'
/** The server forgets what was not finished within a day. */
const lifeMilliseconds = 24 * 3600 * 1000

type Kept = PreviousUpload & { fingerprint: string }

/** Where files that are being sent can go on, in the browser's own database: local storage holds the specified keys alone. */
export function openSendingStore(): UrlStorage {
  let opened: Promise<IDBDatabase> | undefined
  const open = () => (opened ??= openDatabase())

  async function within<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const transaction = (await open()).transaction(shelf, mode)
    return answerOf(work(transaction.objectStore(shelf)))
  }

  async function all(): Promise<Kept[]> {
    const kept = await within('readonly', (store) => store.getAll() as IDBRequest<Kept[]>)
    const [fresh, old] = [kept.filter(isFresh), kept.filter((each) => !isFresh(each))]
    for (const { urlStorageKey } of old) await within('readwrite', (store) => store.delete(urlStorageKey))
    return fresh
  }

  return {
    findAllUploads: all,
    findUploadsByFingerprint: async (fingerprint) =>
      (await all()).filter((each) => each.fingerprint === fingerprint),
    async removeUpload(urlStorageKey) {
      await within('readwrite', (store) => store.delete(urlStorageKey))
    },
    async addUpload(fingerprint, upload) {
      const urlStorageKey = crypto.randomUUID()
      await within('readwrite', (store) =>
        store.put({ ...upload, fingerprint, urlStorageKey } satisfies Kept, urlStorageKey),
      )
      return urlStorageKey
    },
  }
}

const isFresh = ({ creationTime }: Kept) => Date.now() - Date.parse(creationTime) < lifeMilliseconds

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
