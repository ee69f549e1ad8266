import { useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { setCookie, getCookie } from '#platform/client/session/cookies.ts'

export const loginRoles = ['student', 'teacher', 'admin'] as const
export type LoginRole = (typeof loginRoles)[number]

const isLoginRole = (value: string | null): value is LoginRole =>
  (loginRoles as readonly (string | null)[]).includes(value)
const cookie = 'ui_login_role'
const never = () => () => {}

/** Not in local storage, whose keys the specification fixes and which logout clears. */
function readLoginRole(): LoginRole {
  const value = getCookie(cookie)
  return isLoginRole(value) ? value : 'student'
}

function remember(loginRole: LoginRole) {
  setCookie(cookie, loginRole)
}

/** The login role of the address, else the last one used. */
export function useLoginRole() {
  const [query] = useSearchParams()
  const last = useSyncExternalStore(never, readLoginRole, () => 'student' as const)
  const [chosen, choose] = useState<LoginRole | null>(null)
  const given = query.get('as')
  const requestedRole = isLoginRole(given) ? given : null
  return { loginRole: chosen ?? requestedRole ?? last, requestedRole, choose, remember }
}
