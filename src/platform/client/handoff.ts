import { inBrowser, sendByFetch } from './browser.ts'
import { signInBinding } from './sign-in-binding.ts'
import { handoffRole, keepLogin, type Login } from './session.ts'

/** A code of a login that began in this browser (`.~`) needs what the browser kept of it. */
const bound = (code: string) => (code.includes('.~') ? `${code}.${signInBinding() ?? ''}` : code)

/** A login that was right so far goes on at the page of the second step. */
function secondStepOf(body: string) {
  const { code, challenge } = JSON.parse(body) as { code?: string; challenge?: string }
  if (!challenge) return null
  return `${code === 'second_factor_required' ? 'code' : 'enrol'}.${challenge}`
}

/**
 * Exchanges a one-time code for a session. False when the code was refused: the page is then on its
 * way to somewhere else and must not start.
 */
export async function redeemHandoff(code: string): Promise<boolean> {
  const { frame, store } = inBrowser()
  const role = handoffRole(code)
  const school_id = frame.host.kind === 'school' ? frame.host.school.school_id : undefined
  const answer = await sendByFetch({
    method: 'POST',
    path: `/api/schools/auth/api/v1/${role}s/login`,
    headers: {
      'content-type': 'application/json',
      'x-request-source': 'web',
      'x-api-username': frame.api.username,
      'x-api-secret': frame.api.secret,
      'accept-language': frame.locale,
    },
    body: JSON.stringify({ school_id, token: bound(code), login_with: 'handoff' }),
  }).catch(() => null)
  delete window.arrivedHandoff
  if (answer?.status === 200) {
    keepLogin(store, JSON.parse(answer.body) as Login)
    return true
  }
  const challenge = answer?.status === 403 ? secondStepOf(answer.body) : null
  if (challenge) {
    location.replace(`/second-step${location.search}#${challenge}`)
    return false
  }
  // Without the code the address is like any other: the guard decides again.
  location.reload()
  return false
}
