declare module 'virtual:small-scripts' {
  /** Inlined first on every page that hydrates. */
  export const guardScript: string
  /** Inlined behind the frame's data on pages whose handle names them as `earlyData`. */
  export const earlyScripts: Record<'lesson' | 'home', string>
  /** The only script of a public page. */
  export const publicScriptUrl: string
}

declare module 'virtual:text-files' {
  /** Address of the folder with `<language>/<namespace>.json`. */
  export const textsFolder: string
}

interface Window {
  /** A one-time code from the address, until it is exchanged for a session. */
  arrivedHandoff?: string
  /** The `openPlayer` call, started in the head of the page. */
  earlyOpening?: {
    course_id: string
    topic: string | null
    preview: boolean
    /** Rejects if the call failed. */
    answer: Promise<unknown>
    /** Milliseconds of the page's clock; absent until the reply has arrived. */
    replied_at?: number
  }
  /** Requests that the head of the page sent, by path and query; each resolves with the body of its reply. */
  earlyReplies?: { path: string; reply: Promise<unknown> }[]
  /** Errors that occurred before the app loaded. */
  earlyErrors?: unknown[]
  /** Captures uncaught errors after the app has loaded, if error reports are enabled. */
  captureError?: (error: unknown) => void
  /** Replays clicks made before hydration. */
  keptPresses?: () => void
  /** Watches navigations that load another document; returns a function that stops watching. */
  watchDocumentNavigation?: (bar: { started: () => void; ended: () => void }) => () => void
  __webpack_nonce__?: string
  /** Modules of the rendered routes, which React Router stores before it starts. */
  __reactRouterRouteModules?: Record<string, { handle?: unknown } | undefined>
}
