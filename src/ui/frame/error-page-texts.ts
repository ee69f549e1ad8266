import { languageOr, type Language } from '#lib/languages/languages.ts'
import ar from '../locales/error-page/ar.json' with { type: 'json' }
import en from '../locales/error-page/en.json' with { type: 'json' }
import fr from '../locales/error-page/fr.json' with { type: 'json' }

const allTexts: Record<Language, typeof en> = { ar, en, fr }

/** The texts of the error page are part of the script, because a separate file could fail to load too. */
export function errorPageTexts(language: string) {
  const texts = allTexts[languageOr(language)]
  return (key: `error-page:${keyof typeof en}`) => texts[key.slice('error-page:'.length) as keyof typeof en]
}
