import { readCookie } from '#platform/client/cookies.ts'

const cookie = 'ui_captions'

/** The language in which this person last read captions; null for none. */
export const keptCaptions = (): string | null => readCookie(document.cookie, cookie) || null

export function keepCaptions(language: string | null) {
  document.cookie = `${cookie}=${language ?? ''}; Path=/; Max-Age=31536000; SameSite=Lax`
}
