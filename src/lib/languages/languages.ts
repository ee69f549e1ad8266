/**
 * Languages of the interface, in the order of their menus. A language is listed once all of its texts exist; a
 * test compares them.
 */
export const languages = ['en', 'fr', 'ar', 'am', 'es', 'ha', 'ig', 'pt', 'sw', 'yo'] as const
export type Language = (typeof languages)[number]

/** Names in the language itself. */
export const ownLanguageNames: Record<Language, string> = {
  en: 'English',
  fr: 'Français',
  ar: 'العربية',
  am: 'አማርኛ',
  es: 'Español',
  ha: 'Hausa',
  ig: 'Igbo',
  pt: 'Português',
  sw: 'Kiswahili',
  yo: 'Yorùbá',
}

/** Languages of the interface for which browsers know no words of `Intl`, such as months and units. */
const withoutIntlWords: readonly string[] = ['ha', 'ig', 'yo']

/** Whether browsers can write dates and units in words of the language. Chromium would use English words otherwise. */
export const hasIntlWords = (language: string) => !withoutIntlWords.includes(language)

/** Whether the interface has this language. */
export const isLanguage = (text: string | null | undefined): text is Language =>
  languages.some((language) => language === text)

/** `text` if it is a language of the interface, English otherwise. */
export const languageOr = (text: string | null | undefined, fallback: Language = 'en'): Language =>
  isLanguage(text) ? text : fallback

/** Choices of a language field, each in its own language. */
export const languageChoices = languages.map((value) => ({ value, label: ownLanguageNames[value] }))

/** Text direction of a language tag. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  /^(ar|he|fa|ur|qps-rtl)\b/.test(language) ? 'rtl' : 'ltr'
