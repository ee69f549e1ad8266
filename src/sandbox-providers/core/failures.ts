/**
 * `error_500`, `error_429`, `hang` and `reset` happen before the request has its effect; those with `_after` have the effect
 * and lose the answer. `invalid_json_after` answers 200 with text that is not JSON. `slow_after` has the effect and answers
 * correctly half a second later.
 */
export const failureKinds = [
  'error_500',
  'error_429',
  'hang',
  'reset',
  'error_500_after',
  'hang_after',
  'reset_after',
  'invalid_json_after',
  'slow_after',
] as const
export type FailureKind = (typeof failureKinds)[number]

export interface PlannedFailure {
  kind: FailureKind
  /** Beginning of `METHOD /path`, with the path below the base URL; every request if left out. */
  request?: string
  /** How many requests; one if left out. */
  times?: number
}

/** Failures on command, and at random for load tests. The same seed gives the same sequence. */
export class Failures {
  #planned: Required<PlannedFailure>[] = []
  #rate = 0
  #state = 1

  add({ kind, request = '', times = 1 }: PlannedFailure) {
    if (!failureKinds.includes(kind)) throw new RangeError('unknown kind of failure')
    this.#planned.push({ kind, request, times })
  }

  /** Share of requests, from 0 to 1, that fail in a random way. */
  atRandom(share: number, seed = 1) {
    this.#rate = share
    this.#state = seed
  }

  get isPlanned(): boolean {
    return this.#planned.length > 0
  }

  clear() {
    this.#planned = []
    this.#rate = 0
  }

  /** The failure of this request, or null. */
  take(request: string): FailureKind | null {
    const failure = this.#planned.find((one) => request.startsWith(one.request))
    if (failure) {
      failure.times -= 1
      this.#planned = this.#planned.filter(({ times }) => times > 0)
      return failure.kind
    }
    if (this.#rate === 0 || this.#random() >= this.#rate) return null
    // A load test would only become slow.
    const kinds = failureKinds.filter((kind) => !/^(hang|slow)/.test(kind))
    return kinds[Math.floor(this.#random() * kinds.length)] ?? null
  }

  /** Lehmer's generator. */
  #random() {
    this.#state = (this.#state * 48_271) % 2_147_483_647
    return this.#state / 2_147_483_647
  }
}
