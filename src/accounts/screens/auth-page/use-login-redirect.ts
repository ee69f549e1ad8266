import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { setLanguageCookie, setSchemeCookie } from '#platform/client/session/cookies.ts'
import { useFrame, useSession } from '#tenancy/client/frame.tsx'
import { safeRedirect } from '#platform/client/session/redirect.ts'
import type { Language, Scheme } from '#platform/client/page/page-preferences.ts'
import type { LoginReply, UserType } from '#tenancy/client/session/session.ts'
import { logIn } from '#tenancy/client/session/log-in.ts'

/** Where each role begins. */
const homeOf = (role: UserType | null) => (role === 'student' || role === null ? '/dashboard' : '/manage')

/** Sends whoever is logged in, or just logged in here, to where he or she was going. */
export function useLoginRedirect() {
  const [query] = useSearchParams()
  const session = useSession()
  const { host } = useFrame()
  useEffect(() => {
    if (!session) return
    const home = host.kind === 'root' ? '/account' : homeOf(session.user_type)
    // A whole load: the page that was asked for may be one that the app does not draw.
    location.replace(safeRedirect(query.get('redirect'), home))
  }, [session, host, query])
}

interface Looks {
  language?: string | null
  colour_scheme?: string
}

/** Keeps a login, and takes over the looks that the person once chose. */
export function redirectAfterLogin(login: LoginReply) {
  const { language, colour_scheme } = login.user as Looks
  if (language) setLanguageCookie(language as Language)
  if (colour_scheme && colour_scheme !== 'auto') setSchemeCookie(colour_scheme as Scheme)
  logIn(login)
}
