import type { ApiResponse, ApiRequest } from '#platform/client/api/client.ts'
import { getBrowserApp, setRequestInterceptor } from './browser.ts'
import { storedToken } from './session/session.ts'

/** Replies of several GET requests that one call returned, by path and query. */
export type RepliesByPath = ReadonlyMap<string, ApiResponse>

interface EarlyCall {
  /** Paths that the call will return. */
  expects: ReadonlySet<string>
  /** The session of the call; other sessions get nothing. */
  token: string | undefined
  replies: Promise<RepliesByPath>
  arrived: RepliesByPath | undefined
  /** Milliseconds of the page's clock. */
  arrivedAt: number
  used: Set<string>
}

/** Milliseconds for which a query counts as fresh; unused replies expire then. */
const maxAgeMs = 15_000

/**
 * Caches replies that were fetched before the app requests them. Each is used once; later requests use the
 * network. After a failed call every request is sent itself and gets the error as usual.
 */
export function createPrefetchedReplies(now: () => number = () => performance.now()) {
  let calls: EarlyCall[] = []

  const isOver = ({ arrived, arrivedAt }: EarlyCall) => arrived !== undefined && now() - arrivedAt > maxAgeMs

  return {
    /** Registers a pending call. */
    expect(expects: Iterable<string>, token: string | undefined, answers: Promise<RepliesByPath>) {
      const settled = answers.catch((): RepliesByPath => new Map())
      const call: EarlyCall = {
        expects: new Set(expects),
        token,
        replies: settled,
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
    /** Whether a recent, unused call includes this reply, even if it failed. */
    covers: (path: string, token: string | undefined) =>
      calls.some(
        (one) => !isOver(one) && one.token === token && one.expects.has(path) && !one.used.has(path),
      ),
    /** The reply to this request; null if no call includes it. */
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
      return (await call.replies).get(path) ?? null
    },
  }
}

/** The replies of this page: the client takes from them before it uses the network. */
export const prefetchedReplies = createPrefetchedReplies()
setRequestInterceptor((request) => prefetchedReplies.take(request))

/** Takes over the requests that the head of the page sent; see `ui/small-scripts/early/early-requests.ts`. */
export function consumeEarlyReplies() {
  const token = storedToken(getBrowserApp().store) ?? undefined
  for (const { path, reply } of window.earlyReplies ?? []) {
    const replies = reply.then((value): RepliesByPath => new Map([[path, { status: 200, body: '', value }]]))
    prefetchedReplies.expect([path], token, replies)
  }
  delete window.earlyReplies
}
