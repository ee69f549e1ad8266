import { createContext, type RouterContextProvider } from 'react-router'
import type { Api, Send } from '#platform/client/api/client.ts'
import type { PageFrame } from './page-frame.ts'

/** What the server process hands over for one page request. */
export interface PageRequestInit {
  send: Send
  frame: PageFrame
  nonce: string
  /** Where browsers send files, if it is not the page's own origin. */
  store_origin: string | null
  /** Told of errors that a visitor must not see. */
  report: (error: unknown) => void
}

export interface PageRequestContext extends PageRequestInit {
  api: Api
}

/** The current request, for loaders: `context.get(pageRequestContext)`. */
export const pageRequestContext = createContext<PageRequestContext>()

/** The typed client of the current request, for loaders of public pages. */
export const apiOf = (context: Readonly<RouterContextProvider>): Api => context.get(pageRequestContext).api
