import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages, type Language } from '#lib/languages/languages.ts'
import type { EarlyTexts } from '#tenancy/client/early-texts.ts'

const folder = join(import.meta.dirname, '../../ui/locales')
const read = (namespace: string, language: Language) =>
  JSON.parse(readFileSync(join(folder, namespace, `${language}.json`), 'utf8')) as unknown

const textsOf = (language: Language) =>
  ({ error_page: read('error-page', language), switch: read('switch', language) }) as EarlyTexts

/** Texts by language that the document of a page contains. */
export const earlyTextsByLanguage = Object.fromEntries(
  languages.map((language) => [language, textsOf(language)]),
) as Record<Language, EarlyTexts>
