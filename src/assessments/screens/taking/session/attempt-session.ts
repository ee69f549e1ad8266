import {
  AnswerQueue,
  maxAnswerAgeMs,
  openAnswerStore,
  openHolderChannel,
  ServerClock,
  type Batch,
  type QueueStatus,
} from '#lib/answer-queue/index.ts'
import type { QuestionAnswer } from '#lib/questions/index.ts'
import { ApiError } from '#platform/client/api/api-error.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { api } from '#tenancy/client/browser.ts'
import * as contract from '../../../contract.ts'

type Status = ApiReply<typeof contract.getAttemptStatus>

export interface SessionState {
  /** `opening`: not yet allowed to answer; `ended`: submitted, what waits is still sent. */
  phase: 'opening' | 'open' | 'submitting' | 'ended'
  /** Why the last request failed that this session needs; null after a successful one. */
  error: ApiError | null
  queue: QueueStatus
  /** Milliseconds since 1970 by the server's clock; null without a deadline. */
  deadline: number | null
  answers: ReadonlyMap<number, QuestionAnswer>
  /** Something was typed that is not kept yet. */
  isTyping: boolean
}

interface Options {
  attempt_id: string
  user_id: string
  /** Answers that the server has, by slot. */
  answers: ReadonlyMap<number, QuestionAnswer>
  status: Status
}

/** Pause after which a typed answer is kept; the design promises 2 s until it is sent. */
const typingPauseMs = 800
const statusPauseMs = 10_000
const retryPauseMs = 3_000
/** How long answers are sent after the page is left. */
const lastSendMs = 15_000

const savedQueue: QueueStatus = { state: 'saved', waiting: 0, isStored: true, isTakenOver: false }

/**
 * One opening of an attempt in this tab: it holds the attempt, keeps and sends answers, and watches the deadline by the
 * server's clock. `close` ends it.
 */
export class AttemptSession {
  readonly clock = new ServerClock()
  readonly #options: Options
  readonly #typed = new Map<number, QuestionAnswer>()
  readonly #listeners = new Set<() => void>()
  #state: SessionState
  #queue: AnswerQueue | null = null
  #closers: (() => void)[] = []
  #typing: ReturnType<typeof setTimeout> | undefined
  #next: ReturnType<typeof setTimeout> | undefined
  #lastStatus = 0
  /** Number of this opening; 0 before it. */
  #openedHolder = 0
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
    const { answers, status } = options
    this.#state = {
      phase: status.state === 'running' ? 'opening' : 'ended',
      error: null,
      queue: savedQueue,
      deadline: timeOf(status.deadline_at),
      answers,
      isTyping: false,
    }
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly getState = () => this.#state

  /** Takes the attempt over from other tabs and devices, and sends what they left in this browser. */
  async open(): Promise<void> {
    this.#isClosed = false
    const isRunning = this.#state.phase === 'opening'
    const status = isRunning ? await this.#ask(contract.holdAttempt) : this.#options.status
    if (this.#isClosed) return
    if (!status) return this.#again(() => void this.open())
    const store = await openAnswerStore().catch(() => null)
    await store?.removeExpired(Date.now() - maxAnswerAgeMs).catch(() => undefined)
    if (this.#isClosed) return
    const { attempt_id, user_id } = this.#options
    this.#queue = new AnswerQueue({
      attempt_id,
      user_id,
      holder: status.holder,
      store,
      send: (batch) => this.#send(batch),
      now: () => this.clock.now(),
      onChange: (queue) => this.#set({ queue }),
    })
    this.#set({ queue: this.#queue.status })
    const left = await this.#queue.load()
    const answers = new Map(this.#state.answers)
    for (const { slot, answer } of left) answers.set(slot, answer as QuestionAnswer)
    const phase = status.state === 'running' ? 'open' : 'ended'
    this.#set({ answers, phase })
    this.#watch(status.holder)
    this.#follow()
  }

  #watch(holder: number) {
    const queue = this.#queue!
    const { attempt_id } = this.#options
    const onOnline = () => {
      queue.retry()
      void this.#refresh()
    }
    const onHidden = () => void this.keepTyped()
    addEventListener('online', onOnline)
    addEventListener('pagehide', onHidden)
    document.addEventListener('visibilitychange', onHidden)
    const closeChannel = openHolderChannel({ attempt_id, holder, onTakenOver: () => queue.takeOver() })
    this.#closers.push(closeChannel, () => {
      removeEventListener('online', onOnline)
      removeEventListener('pagehide', onHidden)
      document.removeEventListener('visibilitychange', onHidden)
    })
  }

  /** Takes an answer as it is typed. */
  answer(slot: number, answer: QuestionAnswer) {
    if (!this.mayAnswer()) return
    this.#typed.set(slot, answer)
    this.#set({ answers: new Map(this.#state.answers).set(slot, answer), isTyping: true })
    clearTimeout(this.#typing)
    this.#typing = setTimeout(() => void this.keepTyped(), typingPauseMs)
  }

  /** Keeps what was typed in the browser, and sends it. */
  async keepTyped(): Promise<void> {
    clearTimeout(this.#typing)
    const typed = [...this.#typed]
    this.#typed.clear()
    for (const [slot, answer] of typed) await this.#queue?.save(slot, answer)
    if (this.#typed.size === 0 && this.#state.isTyping) this.#set({ isTyping: false })
  }

  /** Whether the student may answer now: after sleep the server must be asked for the time first. */
  mayAnswer(): boolean {
    const { phase, deadline, queue } = this.#state
    if (phase !== 'open' || queue.isTakenOver) return false
    return deadline === null || (!this.clock.needsSync() && this.clock.now() < deadline)
  }

  /** Submits as soon as every answer has arrived; without network, once it is back. */
  submit() {
    if (this.#state.phase !== 'open') return
    this.#set({ phase: 'submitting' })
    void this.keepTyped().then(() => this.#trySubmit())
  }

  async #trySubmit(): Promise<void> {
    if (this.#isClosed || this.#state.phase !== 'submitting') return
    this.#queue!.retry()
    if (this.#state.queue.waiting > 0 && this.#state.queue.state !== 'waiting')
      return this.#again(() => void this.#trySubmit(), 200)
    const holder = this.#openedHolder
    const status =
      this.#state.queue.waiting === 0 ? await this.#ask(contract.submitAttempt, { holder }) : null
    if (!status || status.state === 'running') this.#again(() => void this.#trySubmit())
  }

  /** Asks for state and deadline from time to time; saves answer the same question. */
  #follow() {
    if (this.#isClosed || this.#state.phase !== 'open') return
    const isOver = this.#state.deadline !== null && this.clock.now() >= this.#state.deadline
    if (isOver) {
      void this.keepTyped()
      this.#queue!.retry()
    }
    const isDue = Date.now() - this.#lastStatus >= statusPauseMs
    if (isOver || isDue || this.clock.needsSync()) void this.#refresh()
    this.#again(() => this.#follow(), isOver ? retryPauseMs : 1_000)
  }

  async #refresh() {
    if (this.#isClosed || this.#state.phase === 'ended') return
    this.#lastStatus = Date.now()
    await this.#ask(contract.getAttemptStatus)
  }

  async #send({ holder, saves }: Batch) {
    const reply = await this.#ask(contract.saveAnswers, {
      holder,
      saves: saves.map(({ slot, seq, answer, given_at }) => ({
        slot,
        seq,
        answer: answer as QuestionAnswer,
        given_at: new Date(given_at).toISOString(),
      })),
    })
    if (!reply) throw this.#state.error ?? new Error('The answers were not sent.')
    const { settled, refused, holder: newest } = reply as ApiReply<typeof contract.saveAnswers>
    // What came too late never counts: sending it again would change nothing.
    return { settled: [...settled, ...refused], holder: newest }
  }

  /** Sends a request about the attempt, and takes state and time from the reply; null if it failed. */
  async #ask(route: StatusRoute, input: object = {}): Promise<Status | null> {
    const sentAt = this.clock.monotonic()
    try {
      const { attempt_id: id } = this.#options
      const status = (await api(route, { id, ...input } as never)) as Status
      this.clock.sync(Date.parse(status.now as unknown as string), sentAt)
      if (route === contract.holdAttempt) this.#openedHolder = status.holder
      this.#take(status)
      return status
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'attempt_taken_over') {
        this.#queue?.takeOver()
        this.#set({ phase: 'open' })
      }
      this.#set({ error })
      return null
    }
  }

  #take(status: Status) {
    this.#lastStatus = Date.now()
    if (this.#queue && status.holder > this.#openedHolder) this.#queue.takeOver()
    const isEnded = status.state !== 'running' && this.#state.phase !== 'opening'
    if (isEnded) void this.keepTyped()
    this.#set({ error: null, deadline: timeOf(status.deadline_at), ...(isEnded && { phase: 'ended' }) })
  }

  #again(run: () => void, pauseMs = retryPauseMs) {
    clearTimeout(this.#next)
    if (!this.#isClosed) this.#next = setTimeout(run, pauseMs)
  }

  #set(change: Partial<SessionState>) {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  close() {
    void this.keepTyped()
    this.#isClosed = true
    clearTimeout(this.#next)
    for (const run of this.#closers.splice(0)) run()
    // What was typed last is still sent from the next page; what then waits is sent when the attempt is opened again.
    const queue = this.#queue
    queue?.retry()
    setTimeout(() => queue?.stop(), lastSendMs)
  }
}

/** Routes whose reply says state and deadline of the attempt. */
type StatusRoute =
  | typeof contract.getAttemptStatus
  | typeof contract.saveAnswers
  | typeof contract.submitAttempt

const timeOf = (instant: unknown) => (instant === null ? null : Date.parse(instant as string))
