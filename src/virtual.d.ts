declare module 'virtual:small-scripts' {
  /** Inlined first on every page that hydrates. */
  export const guardScript: string
  /** Inlined behind the frame's data on pages whose handle says `early: 'lesson'`. */
  export const lessonScript: string
  /** The only script of a public page. */
  export const publicScriptUrl: string
}

interface Window {
  /** A one-time code that stood in the address, until it is exchanged for a session. */
  arrivedHandoff?: string
  /** The call that opens the player, begun in the head of its page; its answer as `openPlayer` gives it. */
  earlyOpening?: {
    course_id: string
    topic: string | null
    preview: boolean
    /** Rejects where the call failed. */
    answer: Promise<unknown>
    /** Milliseconds of the page's clock; absent until it has come. */
    replied_at?: number
  }
  /** What failed before the app was there. */
  earlyErrors?: unknown[]
  /** Takes each error that nobody caught, once the app is there and somebody is told of errors. */
  captureError?: (error: unknown) => void
  /** Does what was pressed before the app took the page over. */
  keptPresses?: () => void
  /** Watches the navigations that load another document; returns the end of watching. */
  watchDocumentNavigation?: (bar: { started: () => void; ended: () => void }) => () => void
  /** Texts of the error page in the language of the document. */
  errorPageText?: (
    key: 'error-page:title' | 'error-page:text' | 'error-page:retry' | 'error-page:home',
  ) => string
  __webpack_nonce__?: string
  /** The modules of the rendered routes, which React Router puts there before it starts. */
  __reactRouterRouteModules?: Record<string, { handle?: unknown } | undefined>
}
