import { openDB, type DBSchema } from 'idb'
import type { AnswerStore, QueuedSave } from './queued-save.ts'

type Key = [user_id: string, attempt_id: string, holder: number, seq: number]

interface Schema extends DBSchema {
  saves: { key: Key; value: QueuedSave }
}

/** Milliseconds after which an answer that was never sent is deleted. */
export const maxAnswerAgeMs = 7 * 24 * 60 * 60 * 1000

const keyOf = (save: QueuedSave): Key => [save.user_id, save.attempt_id, save.holder, save.seq]
// Without it a browser may report success before the answer is on the disk.
const strict = { durability: 'strict' } as const

/** Opens the answers of this browser. Rejects if it stores nothing, as in some private windows. */
export async function openAnswerStore(): Promise<AnswerStore> {
  const database = await openDB<Schema>('answers', 1, {
    upgrade: (opened) => void opened.createObjectStore('saves'),
  })
  return {
    async put(save) {
      const tx = database.transaction('saves', 'readwrite', strict)
      await Promise.all([tx.store.put(save, keyOf(save)), tx.done])
    },
    list: ({ user_id, attempt_id }) =>
      database.getAll(
        'saves',
        // A shorter array sorts before a longer one that begins with it.
        IDBKeyRange.bound([user_id, attempt_id], [user_id, attempt_id, Infinity, Infinity]),
      ),
    async remove(saves) {
      const tx = database.transaction('saves', 'readwrite')
      await Promise.all([...saves.map((save) => tx.store.delete(keyOf(save))), tx.done])
    },
    async removeExpired(before) {
      const tx = database.transaction('saves', 'readwrite')
      for await (const cursor of tx.store) if (cursor.value.given_at < before) await cursor.delete()
      await tx.done
    },
  }
}
