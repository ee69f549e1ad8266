import { createInstance } from 'i18next'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages, type Language } from '#lib/languages/languages.ts'
import type { TextKey, Translate } from '#lib/text-keys.ts'

const source = join(import.meta.dirname, '../..')

/** Every `src/<domain>/locales/<locale>.json` is the namespace `<domain>`. */
function load(locale: Language) {
  const texts: Record<string, object> = {}
  for (const domain of readdirSync(source)) {
    const file = join(source, domain, 'locales', `${locale}.json`)
    if (existsSync(file)) texts[domain] = JSON.parse(readFileSync(file, 'utf8')) as object
  }
  return texts
}

const server = createInstance()
await server.init({
  initAsync: false,
  resources: Object.fromEntries(languages.map((language) => [language, load(language)])),
  fallbackLng: 'en',
  supportedLngs: languages,
  // Texts are escaped where they become HTML; plain-text mail needs names unescaped.
  interpolation: { escapeValue: false, skipOnVariables: true },
})

/** English texts of mails, exported files and pages outside of React. `src/ui/i18n/texts.d.ts` declares one property for each domain. */
export interface ServerTexts {}

/** Key of a server text: `mail:sent_by`. */
export type ServerTextKey = {
  [Domain in keyof ServerTexts]: `${Domain}:${TextKey<ServerTexts[Domain]>}`
}[keyof ServerTexts]

/** Returns `t('domain:key', values)` in the reader's language; English if unsupported. */
export function translator(locale: string | null | undefined): Translate<ServerTextKey> {
  const t = server.getFixedT(locale ?? 'en')
  return (key, values = {}) => t(key, values)
}
