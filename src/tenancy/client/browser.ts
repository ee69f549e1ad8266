import {
  createTypedClient,
  type ApiResponse,
  type Api,
  type Send,
  type ApiRequest,
} from '#platform/client/api/client.ts'
import { frameElement } from './early-texts.ts'
import { emitPageSignal } from '#platform/client/api/page-signals.ts'
import { browserStore, storedToken, type BrowserStore } from './session/session.ts'
import type { PageFrame } from './page-frame.ts'

/** Reads the frame that the server put into the page. */
export function readPageFrame(): PageFrame {
  const element = document.getElementById(frameElement)
  if (!element?.textContent) throw new Error('The page came without its frame')
  const theme_css = document.getElementById('page-theme')?.textContent ?? ''
  return { ...(JSON.parse(element.textContent) as PageFrame), theme_css }
}

/** Maximum bytes of a request that outlives its page: browsers allow 64 KiB for all of them together. */
const outlivingBytes = 30_000

let leaving = false

/** Requests sent while the page is left, such as a pending removal, must arrive. */
function watchLeaving() {
  window.addEventListener('pagehide', () => (leaving = true), { capture: true })
  window.addEventListener(
    'beforeunload',
    () => {
      leaving = true
      // The person may stay after a warning.
      setTimeout(() => (leaving = false), 1_000)
    },
    { capture: true },
  )
  window.addEventListener('pageshow', () => (leaving = false))
}

/** Routes that read and set the device cookie. A session is never in a cookie. */
const knowsDevice = /^\/api\/(?:schools\/auth|accounts|school-users)\//

/** Sends requests to the page's own origin. */
export const sendWithFetch: Send = async ({ path, method, headers, body, signal, keepalive = leaving }) => {
  const response = await fetch(path, {
    method,
    headers,
    credentials: knowsDevice.test(path) ? 'same-origin' : 'omit',
    keepalive: keepalive && method !== 'GET' && (body?.length ?? 0) <= outlivingBytes,
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  })
  return { status: response.status, body: await response.text() }
}

export interface BrowserRequestHeaders {
  frame: PageFrame
  store: BrowserStore
  send: Send
  /** Clears everything that the browser stored for this origin. */
  clear: () => void
  reload: () => void
  /** Whether the current page requires login. */
  onPrivatePage: () => boolean
  log: (error: unknown) => void
}

/**
 * Headers of every request: source, client credentials and session. Read at each call, because the session
 * changes.
 */
export function apiHeaders({ frame, store }: Pick<BrowserRequestHeaders, 'frame' | 'store'>) {
  const token = storedToken(store)
  return {
    'x-request-source': 'web',
    'x-api-username': frame.api.username,
    'x-api-secret': frame.api.secret,
    'accept-language': frame.locale,
    ...(token && { 'x-access-token': token }),
  }
}

/** Creates the typed client with the specified headers and error behaviour. */
export function createBrowserApi({
  frame,
  store,
  send,
  clear,
  reload,
  onPrivatePage,
  log,
}: BrowserRequestHeaders): Api {
  return createTypedClient({
    send,
    solve: async (...args) =>
      (await import('#platform/client/api/solve-challenge.ts')).solveChallenge(...args),
    headers: () => apiHeaders({ frame, store }),
    onChange: ({ name }) => emitPageSignal({ kind: 'call', name }),
    onError(error) {
      if (error.status !== 401) return log(error)
      // A public page without a session would reload for ever.
      const reloads = storedToken(store) !== null || onPrivatePage()
      clear()
      if (reloads) reload()
    },
  })
}

interface Here {
  frame: PageFrame
  store: BrowserStore
  api: Api
  /** The same client for streaming routes: `onText` gets the whole text so far. */
  streaming: (onText: (text: string) => void) => Api
}

/** Few screens stream, so other pages do not load this code. */
const sendStreaming =
  (onText: (text: string) => void): Send =>
  async (request) => {
    const { sendStreamed: sendForLines } = await import('#platform/client/api/streamed-answer.ts')
    return sendForLines(onText)(request)
  }

let current: Here | undefined

type AnswerFirst = (request: ApiRequest) => Promise<ApiResponse | null>
let answerFirst: AnswerFirst | undefined

/** Lets `answer` handle requests of the client before the network; unhandled requests are sent. */
export function setRequestInterceptor(answer: AnswerFirst) {
  answerFirst = answer
}

/** The browser's only client, session store and frame. For code in the browser only. */
export function getBrowserApp(): Here {
  if (current) return current
  const frame = readPageFrame()
  const store = browserStore(localStorage)
  const requestContext = {
    frame,
    store,
    clear() {
      localStorage.clear()
      sessionStorage.clear()
    },
    reload: () => location.reload(),
    onPrivatePage: () => document.documentElement.dataset.page === 'private',
    // A production build writes nothing to the console.
    // oxlint-disable-next-line no-console
    log: (error: unknown) => import.meta.env.PROD || console.error(error),
  }
  watchLeaving()
  const send: Send = async (request) => (await answerFirst?.(request)) ?? sendWithFetch(request)
  current = {
    frame,
    store,
    api: createBrowserApi({ ...requestContext, send }),
    streaming: (onText) => createBrowserApi({ ...requestContext, send: sendStreaming(onText) }),
  }
  return current
}

/** For plain functions in screens, such as a `clientLoader`. */
export const api: Api = (contract, input, options) => getBrowserApp().api(contract, input, options)

const sessionChanged = 'page:session'

/** Notifies components that show the session. Other windows are notified by the browser. */
export function dispatchSessionChange() {
  window.dispatchEvent(new Event(sessionChanged))
}

/** Calls `listener` when the session changes in this or another tab. Returns a function that removes it. */
export function onSessionChange(listener: () => void) {
  window.addEventListener(sessionChanged, listener)
  window.addEventListener('storage', listener)
  return () => {
    window.removeEventListener(sessionChanged, listener)
    window.removeEventListener('storage', listener)
  }
}
