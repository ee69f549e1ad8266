import type { BrowserContext } from 'playwright-core'
import type { StoredSession } from './site-map.ts'

/** Opens every page of the profile with a session in its storage. */
export function injectSession(context: BrowserContext, session: StoredSession) {
  return context.addInitScript((stored) => {
    localStorage.setItem('user_token', stored.user_token)
    localStorage.setItem('user_type', stored.user_type)
    localStorage.setItem(
      'user_details',
      JSON.stringify({ ...stored.user_details, user_type: stored.user_type }),
    )
  }, session)
}
