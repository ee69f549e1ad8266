import { createContext, type RouterContextProvider } from 'react-router'
import type { Api, Send } from '#platform/client/api/client.ts'
import type { PageFrame } from './page-frame.ts'

/** Data of one page request from the server process. */
export interface PageRequestInit {
  send: Send
  frame: PageFrame
  nonce: string
  /** Origin for uploads, if not the page's own. */
  store_origin: string | null
  /** Called with errors that a visitor must not see. */
  report: (error: unknown) => void
}

export interface PageRequestContext extends PageRequestInit {
  api: Api
}

/** The current request, for loaders: `context.get(pageRequestContext)`. */
export const pageRequestContext = createContext<PageRequestContext>()

/** The typed client of the current request, for loaders of public pages. */
export const apiOf = (context: Readonly<RouterContextProvider>): Api => context.get(pageRequestContext).api
