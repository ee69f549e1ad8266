import { setCookie, getCookie } from '#platform/client/session/cookies.ts'

const languageCookie = 'ui_captions'
const sizeCookie = 'ui_caption_size'

/** Language of the captions that this person used last; null for none. */
export const captionPreference = (): string | null => getCookie(languageCookie) || null

export function storeCaptionPreference(language: string | null) {
  setCookie(languageCookie, language ?? '')
}

export const captionSizes = ['small', 'normal', 'large'] as const
export type CaptionSize = (typeof captionSizes)[number]

/** Text size of captions that this person chose. */
export const captionSize = (): CaptionSize =>
  captionSizes.find((size) => size === getCookie(sizeCookie)) ?? 'normal'

export const storeCaptionSize = (size: CaptionSize) => setCookie(sizeCookie, size)
