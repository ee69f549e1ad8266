import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { locales, translator } from './translate.ts'

const values = { school: 'École <b>' }

test('speaks the reader’s language, and English where it does not know it', () => {
  expect(translator('fr')('mail:sent_by', values)).toBe('Envoyé par École <b>.')
  expect(translator('en')('mail:sent_by', values)).toBe('Sent by École <b>.')
  expect(translator('de')('mail:sent_by', values)).toBe('Sent by École <b>.')
  expect(translator('fr-CA')('mail:sent_by', values)).toBe('Envoyé par École <b>.')
  expect(translator(null)('mail:sent_by', values)).toBe('Sent by École <b>.')
})

test('what somebody typed is not read as a text of ours', () => {
  const name = '$t(mail:button_fallback) {{school}}'
  expect(translator('en')('mail:sent_by', { school: name })).toBe(`Sent by ${name}.`)
})

type Texts = { [key: string]: string | Texts }

const source = join(import.meta.dirname, '../..')
const folders = readdirSync(source)
  .flatMap((domain) => [join(domain, 'locales'), join(domain, 'screens', 'locales')])
  .filter((folder) => existsSync(join(source, folder)))

/** Every text by its key, with the gaps that it fills in; the forms of a plural count as one text. */
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
  test('are there in every language, with the same gaps to fill', () => {
    const read = (locale: string) =>
      gapsOf(JSON.parse(readFileSync(join(source, folder, `${locale}.json`), 'utf8')) as Texts)
    for (const locale of locales) expect(read(locale), locale).toEqual(read('en'))
  })
})
