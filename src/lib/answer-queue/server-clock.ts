export interface ClockSources {
  /** Milliseconds of a clock that only moves forward and that nobody can set, such as `performance.now`. */
  monotonic(): number
  /** Milliseconds since 1970 by the device's clock. */
  wall(): number
}

const browserSources: ClockSources = { monotonic: () => performance.now(), wall: () => Date.now() }

/** Difference between the two clocks, in milliseconds, from which on the device slept or its clock was set. */
const maxDriftMs = 2_000

/**
 * Time of the server: its last answer plus what the monotonic clock counted since. The device's own clock, which may be
 * days wrong, only shows that the device slept, because the monotonic clock may stand still then.
 */
export class ServerClock {
  readonly #sources: ClockSources
  #serverAt = 0
  #monotonicAt = 0
  #wallAt = 0
  #isSynced = false

  constructor(sources: ClockSources = browserSources) {
    this.#sources = sources
  }

  /** Takes the server's time from a reply, in milliseconds since 1970; `sentAt` is `monotonic()` before the request. */
  sync(serverTime: number, sentAt: number) {
    const monotonic = this.#sources.monotonic()
    this.#serverAt = serverTime + Math.max(0, monotonic - sentAt) / 2
    this.#monotonicAt = monotonic
    this.#wallAt = this.#sources.wall()
    this.#isSynced = true
  }

  monotonic() {
    return this.#sources.monotonic()
  }

  /** Milliseconds since 1970 by the server's clock, as far as it is known. */
  now(): number {
    return this.#serverAt + this.#sources.monotonic() - this.#monotonicAt
  }

  /** True before the first reply, after sleep and after the device's clock was set: the server must be asked first. */
  needsSync(): boolean {
    if (!this.#isSynced) return true
    const wall = this.#sources.wall() - this.#wallAt
    const monotonic = this.#sources.monotonic() - this.#monotonicAt
    return Math.abs(wall - monotonic) > maxDriftMs
  }
}
