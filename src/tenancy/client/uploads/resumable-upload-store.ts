import type { DBSchema } from 'idb'
import type { PreviousUpload, UrlStorage } from 'tus-js-client'
import { openBrowserDatabase } from '#platform/client/browser-database/open-browser-database.ts'

/** The server deletes incomplete uploads after a day. */
const lifeMilliseconds = 24 * 3600 * 1000

type StoredUpload = PreviousUpload & { fingerprint: string }

interface Schema extends DBSchema {
  sending: { key: string; value: StoredUpload }
}

/**
 * Stores addresses of incomplete uploads in IndexedDB: local storage contains only the keys of the specification.
 */
export function openResumableUploadStore(): UrlStorage {
  const open = openBrowserDatabase<Schema>('uploads', 'sending')

  async function all(): Promise<StoredUpload[]> {
    const database = await open()
    const stored = await database.getAll('sending')
    const [fresh, old] = [stored.filter(isFresh), stored.filter((each) => !isFresh(each))]
    for (const { urlStorageKey } of old) await database.delete('sending', urlStorageKey)
    return fresh
  }

  return {
    findAllUploads: all,
    findUploadsByFingerprint: async (fingerprint) =>
      (await all()).filter((each) => each.fingerprint === fingerprint),
    async removeUpload(urlStorageKey) {
      await (await open()).delete('sending', urlStorageKey)
    },
    async addUpload(fingerprint, upload) {
      const urlStorageKey = crypto.randomUUID()
      await (await open()).put('sending', { ...upload, fingerprint, urlStorageKey }, urlStorageKey)
      return urlStorageKey
    },
  }
}

const isFresh = ({ creationTime }: StoredUpload) => Date.now() - Date.parse(creationTime) < lifeMilliseconds
