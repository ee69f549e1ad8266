import type { PageFrame } from '../page-frame.ts'
import { handoffRole, storeLogin, storedSession, type BrowserStore, type LoginReply } from './session.ts'
import { getOidcBinding } from '#platform/client/session/oidc-binding.ts'

/** Current and new user of a session switch; `current` is null without a session. */
export interface AccountSwitchPrompt {
  current: string | null
  arriving: string
}

interface Arriving {
  frame: PageFrame
  store: BrowserStore
  /** Asks the user; false to stay. */
  confirmSwitch: (question: AccountSwitchPrompt) => Promise<boolean>
}

/** `second_step` continues on that page; `refused` changes nothing. */
export type TokenLoginResult = { kind: 'in' | 'stayed' | 'refused' } | { kind: 'second_step'; step: string }

const auth = '/api/schools/auth/api/v1'

/**
 * Redeems `user_token` of the address: a one-time code, or a session token, which is exchanged for a new session
 * and ends. Never replaces another person's session without confirmation, nor starts one with a session token
 * from another site.
 */
export async function redeemAddressToken(
  token: string,
  { frame, store, confirmSwitch }: Arriving,
): Promise<TokenLoginResult> {
  const post = posting(frame)
  const isCode = handoffRole(token) !== undefined
  const code = isCode ? token : await codeFor(post, token)
  if (!code) return { kind: 'refused' }
  const school_id = frame.host.kind === 'school' ? frame.host.school.school_id : undefined
  const path = `${auth}/${handoffRole(code)}s/login`
  const answer = await post(path, { school_id, token: bound(code), login_with: 'handoff' })
  const step = answer?.status === 403 ? secondStepOf(answer.body) : null
  if (step) return { kind: 'second_step', step }
  if (answer?.status !== 200) return { kind: 'refused' }
  const login = JSON.parse(answer.body) as LoginReply
  if (!isCode) await post(`${auth}/logout`, {}, token)
  const running = storedSession(store)
  const isSame = running?.details?._id === (login.user as { _id?: string })._id
  const isExpected = running ? isSame : isCode || cameFromHere()
  if (
    !isExpected &&
    !(await confirmSwitch({ current: running && nameOf(running.details), arriving: nameOf(login.user)! }))
  ) {
    await post(`${auth}/logout`, {}, login.user_token)
    return { kind: 'stayed' }
  }
  if (running) await post(`${auth}/logout`, {}, running.token)
  storeLogin(store, login)
  return { kind: 'in' }
}

type Post = ReturnType<typeof posting>

const posting = (frame: PageFrame) => async (path: string, body: object, token?: string) => {
  const headers = {
    'content-type': 'application/json',
    'x-request-source': 'web',
    'x-api-username': frame.api.username,
    'x-api-secret': frame.api.secret,
    'accept-language': frame.locale,
    ...(token && { 'x-access-token': token }),
  }
  const request = { method: 'POST', credentials: 'same-origin', headers, body: JSON.stringify(body) } as const
  return fetch(path, request).then(
    async (response) => ({ status: response.status, body: await response.text() }),
    () => null,
  )
}

/** A one-time code for the session of this token; null if the token is not valid here. */
async function codeFor(post: Post, token: string) {
  const answer = await post(`${auth}/handoff`, {}, token)
  return answer?.status === 201 ? (JSON.parse(answer.body) as { code: string }).code : null
}

/** A code of a login that started in this browser (`.~`) needs the browser's stored secret. */
const bound = (code: string) => (code.includes('.~') ? `${code}.${getOidcBinding() ?? ''}` : code)

/** Page of the second step, if the first one succeeded. */
function secondStepOf(body: string) {
  const { code, challenge } = JSON.parse(body) as { code?: string; challenge?: string }
  if (!challenge) return null
  return `${code === 'second_factor_required' ? 'code' : 'enrol'}.${challenge}`
}

/** Whether the referrer is a page of this origin. */
const cameFromHere = () =>
  URL.canParse(document.referrer) && new URL(document.referrer).origin === location.origin

/** By name and e-mail address, because names may be equal. */
function nameOf(person: object | null): string | null {
  const { name, email } = (person ?? {}) as { name?: unknown; email?: unknown }
  const parts = [typeof name === 'string' && name, typeof email === 'string' && `(${email})`]
  return parts.filter(Boolean).join(' ') || null
}
