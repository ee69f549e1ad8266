import { ObjectExistsError, type Storage } from './storage.ts'

/**
 * Copies each new object to a second storage in the background, for recovery between two backups. The next backup
 * adds what a crash left out. The product never deletes anything there.
 */
export function withReplica(storage: Storage, second: Storage): Storage {
  let last: Promise<unknown> = Promise.resolve()
  const copy = (key: string) => {
    last = last.then(() =>
      copyObject(storage, second, key).catch((error: unknown) =>
        process.emitWarning(`A file waits for the next backup: ${String(error)}`),
      ),
    )
  }
  return {
    ...storage,
    async put(key, body, pinned) {
      await storage.put(key, body, pinned)
      copy(key)
    },
    async append(key, body, pinned) {
      const there = await storage.append(key, body, pinned)
      if (there === pinned.size) copy(key)
      return there
    },
    async copyIn(localPath, key) {
      const size = await storage.copyIn(localPath, key)
      copy(key)
      return size
    },
    async copy(from, to) {
      await storage.copy(from, to)
      copy(to)
    },
  }
}

/** Copies one object to another storage; false if it does not exist, or was copied already. */
export async function copyObject(from: Storage, to: Storage, key: string): Promise<boolean> {
  const object = await from.stat(key)
  if (!object || (await to.stat(key))) return false
  const bytes = await from.read(key)
  try {
    await to.put(key, bytes, { size: object.size })
    return true
  } catch (error) {
    if (error instanceof ObjectExistsError) return false
    throw error
  } finally {
    bytes.destroy()
  }
}
