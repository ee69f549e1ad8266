/**
 * Languages of the interface, in the order of their menus. A language is listed once all of its texts exist; a
 * test compares them.
 */
export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]

interface LanguageProperties {
  /** Name in the language itself. */
  ownName: string
  /** Locale of Open Graph: language and the country where most of its readers live. */
  openGraph: string
}

const properties: Record<Language, LanguageProperties> = {
  en: { ownName: 'English', openGraph: 'en_GB' },
  fr: { ownName: 'Français', openGraph: 'fr_FR' },
}

export const isLanguage = (text: string | null | undefined): text is Language =>
  languages.some((language) => language === text)

/** `text` if it is a language of the interface, English otherwise. */
export const languageOr = (text: string | null | undefined, fallback: Language = 'en'): Language =>
  isLanguage(text) ? text : fallback

export const ownLanguageName = (language: Language) => properties[language].ownName

/** Choices of a language field, each in its own language. */
export const languageChoices = languages.map((value) => ({ value, label: properties[value].ownName }))

/** Value of `og:locale`. */
export const openGraphLocale = (language: string) => properties[languageOr(language)].openGraph

/** Text direction of a language tag. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  /^(ar|he|fa|ur|qps-rtl)\b/.test(language) ? 'rtl' : 'ltr'
