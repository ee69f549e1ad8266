import { setCookie, getCookie } from '#platform/client/session/cookies.ts'

const cookie = 'ui_captions'

/** The language in which this person last read captions; null for none. */
export const captionPreference = (): string | null => getCookie(cookie) || null

export function storeCaptionPreference(language: string | null) {
  setCookie(cookie, language ?? '')
}
