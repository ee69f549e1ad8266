import {
  progressCalls,
  mergeProgress,
  pendingFrom,
  type ProgressChange,
  type PendingProgress,
} from './pending-progress.ts'

export type ProgressCall = ReturnType<typeof progressCalls>[number]

export interface SavedProgress {
  content_id: string
  watched_seconds: number
  visible_seconds: number
  read_percentage: number | null
  position_seconds: number
  completed_at: string | null
  course_completed_at: string | null
}

/** Stores unsent progress over a reload or crash. */
export interface UnsentProgressStore {
  all(): Promise<[key: string, PendingProgress][]>
  put(key: string, waiting: PendingProgress): Promise<void>
  remove(key: string): Promise<void>
}

interface SenderOptions {
  send: (call: ProgressCall) => Promise<SavedProgress>
  store: UnsentProgressStore
  onSaved: (saved: SavedProgress, course_id: string, call: ProgressCall) => void
  /** The server refuses permanently: the content is deleted or locked, or access has ended. It is dropped. */
  onRefused: (code: string, content_id: string) => void
}

export interface ProgressSender {
  /** Records a change; the next `flush` sends it. */
  record(change: ProgressChange): void
  /** Sends pending progress. What cannot be delivered stays pending. */
  flush(): Promise<void>
  /** Loads what an earlier page left, and sends it. */
  resume(): Promise<void>
  /** The newest position known here, before any reply. */
  positionOf(content_id: string): Pick<PendingProgress, 'position_seconds' | 'position_at'> | null
  /** Number of contents with unsent progress. */
  unsentCount(): number
}

/** Lost connection, overloaded server or expired session: a retry can succeed. */
export const isRetryable = (status: number) =>
  status === 0 || status === 401 || status === 429 || status >= 500

/** Sends a student's progress to the server, through lost connections and reloads, and merges pending changes. */
export function createProgressSender({ send, store, onSaved, onRefused }: SenderOptions): ProgressSender {
  const unsent = createUnsentProgress(store)
  const { pending, leaving } = unsent
  /** Contents with changes during a running call. */
  const again = new Set<string>()
  const positions = new Map<string, Pick<PendingProgress, 'position_seconds' | 'position_at'>>()

  async function deliver(content_id: string) {
    const waiting = pending.get(content_id)
    // One call per content at a time, so that manual marks arrive in order.
    if (!waiting) return
    if (leaving.has(content_id)) return void again.add(content_id)
    pending.delete(content_id)
    leaving.set(content_id, waiting)
    const failure = await trySend(waiting, { send, onSaved })
    leaving.delete(content_id)
    if (failure && isRetryable(failure.status)) {
      again.delete(content_id)
      unsent.add(waiting, { older: true })
    } else if (failure) onRefused(failure.code, content_id)
    await unsent.save(content_id)
    if (again.delete(content_id)) await deliver(content_id)
  }

  return {
    record(change) {
      const waiting = pendingFrom(change)
      if (waiting.position_at !== null) positions.set(waiting.content_id, waiting)
      unsent.add(waiting)
      void unsent.save(waiting.content_id)
    },
    async flush() {
      await Promise.all([...pending.keys()].map(deliver))
    },
    async resume() {
      for await (const left of unsent.takeOver())
        if (left.position_at !== null && !positions.has(left.content_id)) positions.set(left.content_id, left)
      await this.flush()
    },
    positionOf: (content_id) => positions.get(content_id) ?? null,
    unsentCount: () => new Set([...pending.keys(), ...leaving.keys()]).size,
  }
}

/** Sends each call of a change; returns why one failed, or null when all were saved. */
async function trySend(waiting: PendingProgress, { send, onSaved }: Pick<SenderOptions, 'send' | 'onSaved'>) {
  try {
    for (const call of progressCalls(waiting)) onSaved(await send(call), waiting.course_id, call)
    return null
  } catch (error) {
    const { status = 0, code = 'connection_lost' } = error as { status?: number; code?: string }
    return { status, code }
  }
}

/** Progress that the server has not acknowledged, by content: waiting and sent, with a copy in `store`. */
function createUnsentProgress(store: UnsentProgressStore) {
  const pending = new Map<string, PendingProgress>()
  const leaving = new Map<string, PendingProgress>()
  // Each page has its own entries, so that tabs and reloads never overwrite unsent progress.
  const page = crypto.randomUUID()
  const keyOf = (content_id: string) => `${page}/${content_id}`

  function add(waiting: PendingProgress, { older = false } = {}) {
    const there = pending.get(waiting.content_id)
    const both = !there ? waiting : older ? mergeProgress(waiting, there) : mergeProgress(there, waiting)
    pending.set(waiting.content_id, both)
  }

  /** Stores everything without a reply, so that a crash loses nothing. */
  async function save(content_id: string) {
    const [left, waits] = [leaving.get(content_id), pending.get(content_id)]
    const both = left && waits ? mergeProgress(left, waits) : (left ?? waits)
    // Without storage progress is still sent; only a crash would lose it.
    await (both ? store.put(keyOf(content_id), both) : store.remove(keyOf(content_id))).catch(() => {})
  }

  /** Moves what other pages left in the store to this page's keys, and yields it. */
  async function* takeOver() {
    for (const [key, left] of await store.all().catch(() => [])) {
      if (key.startsWith(page)) continue
      add(left, { older: true })
      yield left
      await save(left.content_id)
      await store.remove(key).catch(() => {})
    }
  }

  return { pending, leaving, add, save, takeOver }
}
