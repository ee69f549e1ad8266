/** Thrown if the queue is full. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

export interface QueueLimits {
  /** Number of parallel runs. */
  slots: number
  /** Maximum waiting runs per person, per group and in total. */
  maxQueuedPerPerson: number
  maxQueuedPerGroup: number
  maxQueued: number
}

export interface QueuedRun {
  group_id: string
  /** Person who waits for the result, if any. */
  user_id: string | null
  background: boolean
}

interface Waiting {
  user_id: string | null
  background: boolean
  start: () => void
}

/**
 * A bounded queue that serves groups in turn. Neither one group nor all background work takes the last slot, so
 * the next caller waits for one run at most while others behave alike.
 */
export class TaskQueue {
  readonly #limits: QueueLimits
  /** In the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #running = new Map<string, number>()
  #runningCount = 0
  #runningInBackground = 0
  #waitingCount = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** Runs `work` in its turn. Throws QueueFull. */
  async run<T>(turn: QueuedRun, work: () => Promise<T>): Promise<T> {
    const { group_id, background } = turn
    await this.#wait(turn)
    try {
      return await work()
    } finally {
      this.#count(group_id, background, -1)
      this.#startNext()
    }
  }

  #wait({ group_id, user_id, background }: QueuedRun): Promise<void> {
    const { maxQueued, maxQueuedPerGroup, maxQueuedPerPerson } = this.#limits
    const own = this.#waiting.get(group_id) ?? []
    if (this.#waitingCount >= maxQueued || own.length >= maxQueuedPerGroup) throw new QueueFull()
    if (user_id !== null && own.filter((each) => each.user_id === user_id).length >= maxQueuedPerPerson)
      throw new QueueFull()
    const { promise, resolve } = Promise.withResolvers<void>()
    own.push({ user_id, background, start: resolve })
    this.#waiting.set(group_id, own)
    this.#waitingCount += 1
    this.#startNext()
    return promise
  }

  #startNext() {
    for (let next = this.#takeNext(); next; next = this.#takeNext()) next.start()
  }

  /** Takes the first run that may start, of the next group; that group then comes last. */
  #takeNext(): Waiting | null {
    if (this.#runningCount >= this.#limits.slots) return null
    const shared = Math.max(1, this.#limits.slots - 1)
    for (const [group_id, own] of this.#waiting) {
      if ((this.#running.get(group_id) ?? 0) >= shared) continue
      const at = own.findIndex(({ background }) => !background || this.#runningInBackground < shared)
      if (at < 0) continue
      const [next] = own.splice(at, 1)
      this.#waiting.delete(group_id)
      if (own.length > 0) this.#waiting.set(group_id, own)
      this.#waitingCount -= 1
      this.#count(group_id, next!.background, 1)
      return next!
    }
    return null
  }

  #count(group_id: string, background: boolean, by: number) {
    const running = (this.#running.get(group_id) ?? 0) + by
    if (running > 0) this.#running.set(group_id, running)
    else this.#running.delete(group_id)
    this.#runningCount += by
    if (background) this.#runningInBackground += by
  }
}
