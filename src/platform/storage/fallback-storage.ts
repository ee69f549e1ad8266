import { ObjectExistsError, ObjectMissingError, type Storage } from './storage.ts'

/**
 * Writes new objects to `first`, and reads missing ones from `second`, so that files can be moved while the
 * product runs.
 */
export function withFallback(first: Storage, second: Storage): Storage {
  /** Storage of an incomplete object that was begun before the roles changed. */
  const sideOf = async (key: string) =>
    (await first.received(key)) === 0 && (await second.received(key)) > 0 ? second : first

  return {
    async put(key, body, pinned) {
      if (await second.stat(key)) throw new ObjectExistsError(key)
      return first.put(key, body, pinned)
    },
    received: async (key) => (await sideOf(key)).received(key),
    append: async (key, body, pinned) => (await sideOf(key)).append(key, body, pinned),
    async copyIn(localPath, key) {
      if (await second.stat(key)) throw new ObjectExistsError(key)
      return first.copyIn(localPath, key)
    },
    read: (key, range) =>
      unlessMissing(first.read(key, range), () =>
        // It may have been moved between the two reads.
        unlessMissing(second.read(key, range), () => first.read(key, range)),
      ),
    localPath: async (key) => ((await first.stat(key)) ? first : second).localPath(key),
    stat: async (key) => (await first.stat(key)) ?? (await second.stat(key)) ?? first.stat(key),
    async remove(key) {
      // The source first, so that a move does not restore it.
      await second.remove(key)
      await first.remove(key)
    },
    presignPut: (key, pinned, now) => first.presignPut(key, pinned, now),
    async claim(key) {
      const taken = await first.claim(key)
      return taken === key ? second.claim(key) : taken
    },
    async copy(from, to) {
      const side = (await first.stat(from)) ? first : second
      await side.copy(from, to)
    },
    async *list(owner_id) {
      yield* first.list(owner_id)
      for await (const object of second.list(owner_id)) if (!(await first.stat(object.key))) yield object
    },
    sweep: async (before) => (await first.sweep(before)) + (await second.sweep(before)),
  }
}

/** The result of a read, or of `otherwise` if the object is missing. */
function unlessMissing<T>(reading: Promise<T>, otherwise: () => Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    if (error instanceof ObjectMissingError) return otherwise()
    throw error
  })
}
