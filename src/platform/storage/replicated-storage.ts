import { ObjectExistsError, type Storage } from './storage.ts'

/**
 * Copies each object that appears into a second place, one after the other behind the answer, for backups between two
 * backups. What a crash leaves out is taken by the next backup. Nothing is ever removed from there by the product.
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
    async append(key, offset, body, pinned) {
      const there = await storage.append(key, offset, body, pinned)
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

/** Copies one object to another side; false where it is not there any more, or was there already. */
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
