import { setCookie, getCookie } from '#platform/client/session/cookies.ts'

const cookie = 'ui_captions'

/** Language of the captions that this person used last; null for none. */
export const captionPreference = (): string | null => getCookie(cookie) || null

export function storeCaptionPreference(language: string | null) {
  setCookie(cookie, language ?? '')
}
