import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { setLanguageCookie, setSchemeCookie } from '#platform/client/session/cookies.ts'
import { useFrame, useSession } from '#tenancy/client/frame.tsx'
import { safeRedirect } from '#platform/client/session/redirect.ts'
import type { Language } from '#lib/languages/languages.ts'
import type { Scheme } from '#platform/client/page/page-preferences.ts'
import type { LoginReply, UserType } from '#tenancy/client/session/session.ts'
import { logIn } from '#tenancy/client/session/log-in.ts'

/** Start page of each role. */
const homeOf = (role: UserType | null) => (role === 'student' || role === null ? '/dashboard' : '/manage')

/** Redirects a logged-in person to the requested page. */
export function useLoginRedirect() {
  const [query] = useSearchParams()
  const session = useSession()
  const { host } = useFrame()
  useEffect(() => {
    if (!session) return
    const home = host.kind === 'root' ? '/account' : homeOf(session.user_type)
    // Loads the document: the requested page may not be part of the app.
    location.replace(safeRedirect(query.get('redirect'), home))
  }, [session, host, query])
}

interface Looks {
  language?: string | null
  colour_scheme?: string
}

/** Stores a login and applies the person's appearance settings. */
export function redirectAfterLogin(login: LoginReply) {
  const { language, colour_scheme } = login.user as Looks
  if (language) setLanguageCookie(language as Language)
  if (colour_scheme && colour_scheme !== 'auto') setSchemeCookie(colour_scheme as Scheme)
  logIn(login)
}
