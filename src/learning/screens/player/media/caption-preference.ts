import { keepCookie, keptCookie } from '#platform/client/session/cookies.ts'

const cookie = 'ui_captions'

/** The language in which this person last read captions; null for none. */
export const keptCaptions = (): string | null => keptCookie(cookie) || null

export function keepCaptions(language: string | null) {
  keepCookie(cookie, language ?? '')
}
