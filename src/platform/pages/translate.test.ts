import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { languages } from '#lib/languages/languages.ts'
import { translator } from './translate.ts'

const values = { school: 'École <b>' }

test('uses the reader’s language, or English', () => {
  expect(translator('fr')('mail:sent_by', values)).toBe('Envoyé par École <b>.')
  expect(translator('en')('mail:sent_by', values)).toBe('Sent by École <b>.')
  expect(translator('de')('mail:sent_by', values)).toBe('Sent by École <b>.')
  expect(translator('fr-CA')('mail:sent_by', values)).toBe('Envoyé par École <b>.')
  expect(translator(null)('mail:sent_by', values)).toBe('Sent by École <b>.')
})

test('does not interpolate user text', () => {
  const name = '$t(mail:button_fallback) {{school}}'
  expect(translator('en')('mail:sent_by', { school: name })).toBe(`Sent by ${name}.`)
})

type Texts = { [key: string]: string | Texts }

const source = join(import.meta.dirname, '../..')
const folders = globSync(['*/locales/**/en.json', '*/screens/locales/**/en.json'], { cwd: source }).map(
  dirname,
)

/** Variables of every text by key; the plural forms of a text count as one. */
function gapsOf(texts: Texts, prefix = '', found: Record<string, string[]> = {}) {
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value !== 'string') gapsOf(value, `${prefix}${key}.`, found)
    else {
      const name = prefix + key.replace(/_(?:zero|one|two|few|many|other)$/, '')
      const gaps = [...value.matchAll(/\{\{\s*(\w+)/g)].map(([, gap]) => gap!)
      found[name] = [...new Set([...(found[name] ?? []), ...gaps])].toSorted()
    }
  }
  return found
}

describe.each(folders)('the texts in %s', (folder) => {
  test('exist in every language with the same variables', () => {
    const read = (locale: string) =>
      gapsOf(JSON.parse(readFileSync(join(source, folder, `${locale}.json`), 'utf8')) as Texts)
    for (const locale of languages) expect(read(locale), locale).toEqual(read('en'))
  })
})
