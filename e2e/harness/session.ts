import type { BrowserContext } from 'playwright-core'
import type { Session } from './site-map.ts'

/** Opens every page of the profile with a session already in its storage. */
export function keepSession(context: BrowserContext, session: Session) {
  return context.addInitScript((kept) => {
    localStorage.setItem('user_token', kept.user_token)
    localStorage.setItem('user_type', kept.user_type)
    localStorage.setItem('user_details', JSON.stringify({ ...kept.user_details, user_type: kept.user_type }))
  }, session)
}
