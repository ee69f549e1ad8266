import { cleanAnswer } from './clean-answer.ts'
import { nextBatch, settledBy, type Batch } from './next-batch.ts'
import type { AnswerStore, AttemptOfUser, QueuedSave } from './queued-save.ts'

/** What the server says about a request with saves. */
export interface SaveReply {
  /** `seq` of the saves that are stored or outdated. */
  settled: readonly number[]
  /** The newest holder of the attempt. */
  holder: number
}

/** `saved`: the server has everything; `sending`: a request runs; `waiting`: the last one failed. */
export type QueueState = 'saved' | 'sending' | 'waiting'

export interface QueueStatus {
  state: QueueState
  waiting: number
  /** False while an answer that the server does not have is not in this browser either: closing the page loses it. */
  isStored: boolean
  /** A newer holder answers the attempt; this one takes no more answers. */
  isTakenOver: boolean
}

export interface AnswerQueueOptions extends AttemptOfUser {
  holder: number
  /** Null if the browser stores nothing. */
  store: AnswerStore | null
  /** Sends a batch; rejects if the server did not take it. */
  send(batch: Batch): Promise<SaveReply>
  /** Milliseconds since 1970 by the server's clock. */
  now(): number
  onChange(status: QueueStatus): void
  /** Runs a function after some milliseconds, and returns how to cancel it. */
  schedule?(run: () => void, delayMs: number): () => void
}

const firstRetryMs = 1_000
const maxRetryMs = 30_000

function scheduleTimer(run: () => void, delayMs: number) {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}

/**
 * Answers of one opening of an attempt on their way to the server: each is stored in the browser first, then sent, and
 * removed when the server calls it settled. One request runs at a time; after a failed one the queue waits for 1 s to
 * 30 s, or until `retry` is called.
 */
export class AnswerQueue {
  readonly #options: AnswerQueueOptions
  readonly #schedule: NonNullable<AnswerQueueOptions['schedule']>
  #waiting: QueuedSave[] = []
  #seq = 0
  #isSending = false
  #isStopped = false
  readonly #unstored = new Set<QueuedSave>()
  #isTakenOver = false
  #failures = 0
  #cancelRetry: (() => void) | null = null

  constructor(options: AnswerQueueOptions) {
    this.#options = options
    this.#schedule = options.schedule ?? scheduleTimer
  }

  get status(): QueueStatus {
    const state = this.#isSending ? 'sending' : this.#waiting.length > 0 ? 'waiting' : 'saved'
    return {
      state,
      waiting: this.#waiting.length,
      isStored: this.#options.store !== null && this.#unstored.size === 0,
      isTakenOver: this.#isTakenOver,
    }
  }

  /** Loads what earlier openings of this attempt left in the browser, and sends it. Returns it, oldest first. */
  async load(): Promise<QueuedSave[]> {
    const { store, user_id, attempt_id, holder } = this.#options
    const stored = (await store?.list({ user_id, attempt_id }).catch(() => [])) ?? []
    this.#waiting = [...stored, ...this.#waiting]
    for (const save of stored) if (save.holder === holder) this.#seq = Math.max(this.#seq, save.seq)
    void this.#flush()
    return stored
  }

  /** Takes an answer. Returns false, and takes nothing, when another tab has taken over or the queue was stopped. */
  async save(slot: number, answer: unknown): Promise<boolean> {
    if (this.#isTakenOver || this.#isStopped) return false
    const { store, user_id, attempt_id, holder, now } = this.#options
    this.#seq += 1
    const save = {
      user_id,
      attempt_id,
      holder,
      slot,
      seq: this.#seq,
      answer: cleanAnswer(answer),
      given_at: now(),
    }
    await store?.put(save).catch(() => void this.#unstored.add(save))
    this.#waiting.push(save)
    this.#changed()
    void this.#flush()
    return true
  }

  /** Sends now instead of after the pause: the network is back, or the student submits. */
  retry() {
    this.#cancelRetry?.()
    this.#cancelRetry = null
    void this.#flush()
  }

  /** Takes no more answers; what waits is still sent. */
  takeOver() {
    if (this.#isTakenOver) return
    this.#isTakenOver = true
    this.#changed()
  }

  /** Takes and sends nothing more; what waits stays in the browser. */
  stop() {
    this.#isStopped = true
    this.#cancelRetry?.()
    this.#cancelRetry = null
  }

  async #flush(): Promise<void> {
    if (this.#isSending || this.#isStopped || this.#cancelRetry) return
    const batch = nextBatch(this.#waiting)
    if (!batch) return
    this.#isSending = true
    this.#changed()
    const hasSettled = await this.#send(batch).catch(() => false)
    this.#isSending = false
    if (hasSettled) this.#failures = 0
    else this.#waitForRetry()
    this.#changed()
    if (hasSettled) await this.#flush()
  }

  /** Returns whether the server settled something; otherwise sending again at once would never end. */
  async #send(batch: Batch): Promise<boolean> {
    const reply = await this.#options.send(batch)
    if (reply.holder > this.#options.holder) this.takeOver()
    const settled = new Set(settledBy(this.#waiting, batch, reply.settled))
    this.#waiting = this.#waiting.filter((save) => !settled.has(save))
    for (const save of settled) this.#unstored.delete(save)
    // A save that stays in the browser is sent once more later, which changes nothing on the server.
    await this.#options.store?.remove([...settled]).catch(() => undefined)
    return settled.size > 0
  }

  #waitForRetry() {
    if (this.#isStopped) return
    const pauseMs = Math.min(firstRetryMs * 2 ** this.#failures, maxRetryMs)
    this.#failures += 1
    // Up to half of it is random, so that a class whose network comes back does not send at the same moment.
    this.#cancelRetry = this.#schedule(() => this.retry(), pauseMs * (0.5 + Math.random() / 2))
  }

  #changed() {
    this.#options.onChange(this.status)
  }
}
