import type { ApiResponse, ApiRequest } from '#platform/client/api/client.ts'

/** The answers of several GET requests that one call brought, by path and query. */
export type RepliesByPath = ReadonlyMap<string, ApiResponse>

interface EarlyCall {
  /** Paths that are known to come with it before it has arrived. */
  expects: ReadonlySet<string>
  /** The session that asked; another one gets nothing of it. */
  token: string | undefined
  answers: Promise<RepliesByPath>
  arrived: RepliesByPath | undefined
  /** Milliseconds of the page's clock. */
  arrivedAt: number
  used: Set<string>
}

/** As long as a query counts as fresh: what nobody asked for by then is asked for anew. */
const maxAgeMs = 15_000

/**
 * Answers that were fetched before the app asked for them. Each is used once; every later request goes to the network.
 * A call that fails answers nothing, so that each request is sent by itself and meets the error as usual.
 */
export function createPrefetchedReplies(now: () => number = () => performance.now()) {
  let calls: EarlyCall[] = []

  const isOver = ({ arrived, arrivedAt }: EarlyCall) => arrived !== undefined && now() - arrivedAt > maxAgeMs

  return {
    /** Announces a call that is under way. */
    expect(expects: Iterable<string>, token: string | undefined, answers: Promise<RepliesByPath>) {
      const settled = answers.catch((): RepliesByPath => new Map())
      const call: EarlyCall = {
        expects: new Set(expects),
        token,
        answers: settled,
        arrived: undefined,
        arrivedAt: 0,
        used: new Set(),
      }
      calls = [...calls.filter((one) => !isOver(one)), call]
      void settled.then((arrived) => {
        call.arrived = arrived
        call.arrivedAt = now()
      })
    },
    /** Whether a call that brings this answer was begun lately and not used yet, even if it failed. */
    covers: (path: string, token: string | undefined) =>
      calls.some(
        (one) => !isOver(one) && one.token === token && one.expects.has(path) && !one.used.has(path),
      ),
    /** The answer to this request; null where none came or comes with a call. */
    async take({ method, path, headers }: ApiRequest): Promise<ApiResponse | null> {
      if (method !== 'GET') return null
      const call = calls.findLast(
        (one) =>
          !isOver(one) &&
          !one.used.has(path) &&
          one.token === headers['x-access-token'] &&
          (one.arrived ? one.arrived.has(path) : one.expects.has(path)),
      )
      if (!call) return null
      call.used.add(path)
      return (await call.answers).get(path) ?? null
    },
  }
}

export type PrefetchedReplies = ReturnType<typeof createPrefetchedReplies>
