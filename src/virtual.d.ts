declare module 'virtual:small-scripts' {
  /** Inlined first on every page that hydrates. */
  export const guardScript: string
  /** The only script of a public page. */
  export const publicScriptUrl: string
}

interface Window {
  /** A one-time code that stood in the address, until it is exchanged for a session. */
  arrivedHandoff?: string
  /** Does what was pressed before the app took the page over. */
  keptPresses?: () => void
  __webpack_nonce__?: string
  /** The modules of the rendered routes, which React Router puts there before it starts. */
  __reactRouterRouteModules?: Record<string, { handle?: unknown } | undefined>
}
