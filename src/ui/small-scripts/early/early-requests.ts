import { frameElement } from '#tenancy/client/early-texts.ts'
import { browserStorage } from '#platform/client/session/browser-storage.ts'
import { browserStore, storedToken } from '#tenancy/client/session/session.ts'
import type { PageFrame } from '#tenancy/client/page-frame.ts'

export interface EarlyRequests {
  store: ReturnType<typeof browserStore>
  /** Resolves with the body of a successful reply. */
  get: <Reply>(path: string) => Promise<Reply>
}

/**
 * Requests with the session of the page, sent from its head before the app loads. Null without a session, or while a
 * one-time code must still be exchanged for one.
 */
export function earlyRequests(): EarlyRequests | null {
  const storage = browserStorage()
  const store = storage && browserStore(storage)
  const token = store && storedToken(store)
  const data = document.getElementById(frameElement)?.textContent
  if (!token || !data || window.arrivedHandoff) return null
  const { api, locale } = JSON.parse(data) as PageFrame
  const headers = {
    'x-request-source': 'web',
    'x-api-username': api.username,
    'x-api-secret': api.secret,
    'accept-language': locale,
    'x-access-token': token,
  }
  return {
    store,
    async get(path) {
      const response = await fetch(path, { headers, credentials: 'omit' })
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      return response.json()
    },
  }
}
