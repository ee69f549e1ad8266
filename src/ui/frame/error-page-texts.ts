import en from '../locales/error-page/en.json' with { type: 'json' }
import fr from '../locales/error-page/fr.json' with { type: 'json' }

/** The texts of the error page, which are part of the script: what could not be loaded cannot load them either. */
export function errorPageTexts(language: string) {
  const texts = language === 'fr' ? fr : en
  return (key: `error-page:${keyof typeof en}`) => texts[key.slice('error-page:'.length) as keyof typeof en]
}
