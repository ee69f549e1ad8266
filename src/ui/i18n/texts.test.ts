import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ScreenTranslate } from './use-translation.ts'
import { languages } from '#lib/languages/languages.ts'
import { findUsedTexts, messageKeys, messageVariables, pluralForms, usesText } from './find-used-keys.ts'

const source = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(source, file), 'utf8')
const domainOf = (file: string) => file.split('/')[0]!

const folders = globSync(['*/screens/locales/**/en.json', 'ui/locales/**/en.json', '*/locales/en.json'], {
  cwd: source,
}).map((file) => file.replace(/\/en\.json$/, ''))
const textsIn = (folder: string, language: string) => JSON.parse(read(`${folder}/${language}.json`)) as object

const listed = (names: Set<string>) => [...names].toSorted((a, b) => a.localeCompare(b)).join()

/** Namespaces of screens; the texts of mails are not included. */
const screenFolders = folders.filter(
  (folder) => folder.includes('/screens/') || folder.startsWith('ui/locales'),
)
const namespaceIn = (folder: string) => /locales\/([\w-]+)$/.exec(folder)?.[1] ?? domainOf(folder)
const namespaces = new Map(
  screenFolders.map((folder) => [namespaceIn(folder), new Set(messageKeys(textsIn(folder, 'en')))]),
)

const sources = globSync(
  [
    '*/screens/**/*.{ts,tsx}',
    'frames/**/*.tsx',
    'ui/**/*.{ts,tsx}',
    '*.tsx',
    'platform/client/**/*.{ts,tsx}',
  ],
  {
    cwd: source,
  },
).filter((file) => !/\.test\.tsx?$|^ui\/dev\//.test(file))
const used = sources.map((file) =>
  findUsedTexts(read(file), file.includes('/screens/') ? domainOf(file) : 'ui'),
)

const translations = languages.filter((language) => language !== 'en')

describe.each(translations)('%s', (language) => {
  test.each(folders)('has every text of %s', (folder) => {
    expect(existsSync(join(source, folder, `${language}.json`)), `${folder}/${language}.json`).toBe(true)
    const english = messageKeys(textsIn(folder, 'en'))
    const translated = messageKeys(textsIn(folder, language))
    expect({ missing: english.filter((key) => !translated.includes(key)) }).toEqual({ missing: [] })
    expect({ left_over: translated.filter((key) => !english.includes(key)) }).toEqual({ left_over: [] })
  })

  test.each(folders)('uses the variables of %s', (folder) => {
    const english = messageVariables(textsIn(folder, 'en'))
    const translated = messageVariables(textsIn(folder, language))
    const differing = [...english].filter(
      ([key, names]) => listed(names) !== listed(translated.get(key) ?? new Set()),
    )
    // A singular form may omit the number.
    expect(differing.map(([key]) => key).filter((key) => !key.endsWith('count'))).toEqual([])
  })
})

test.each(languages)('plural texts in %s have the forms of the language', (language) => {
  const rules = new Intl.PluralRules(language)
  // The numbers that occur: French, Spanish and Portuguese have a form of their own from a million on.
  const needed = new Set(Array.from({ length: 1_000 }, (_, number) => rules.select(number)))
  const incomplete = folders.flatMap((folder) => {
    const forms = pluralForms(textsIn(folder, language))
    return [...pluralForms(textsIn(folder, 'en'))]
      .filter(([, english]) => english.has('other'))
      .map(([key]) => [key, forms.get(key) ?? new Set<string>()] as const)
      .filter(
        ([, own]) =>
          [...needed].some((form) => !own.has(form)) || [...own].some((form) => !isFormOf(rules, form)),
      )
      .map(([key, own]) => `${folder} ${key}: ${listed(own)}`)
  })
  expect(incomplete).toEqual([])
})

/** Any language may have a text of its own for none. */
const isFormOf = (rules: Intl.PluralRules, form: string) =>
  form === 'zero' || rules.resolvedOptions().pluralCategories.some((category) => category === form)

test('French has no-break spaces before : ; ? ! % » and after «', () => {
  const breaking = globSync('**/fr.json', { cwd: source }).flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => /[^\s:] [:;?!%»](?=[\s"<{.,)]|$)|« /.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(breaking).toEqual([])
})

/** Names of the API for a lesson, which people do not read: see "Words of the interface" in `docs/glossary.md`. */
const apiNames: Record<string, RegExp> = {
  en: /\b(?:topics?|contents?)\b/i,
  fr: /\b(?:topics?|contenus?)\b/i,
}
/** Texts in which the word means something else, such as the main part of a page. */
const otherMeanings = new Set(['ui/locales/kit nav.skip'])

test.each(Object.keys(apiNames))('texts in %s call a lesson a lesson', (language) => {
  const found = folders.flatMap((folder) =>
    textEntries(textsIn(folder, language))
      .filter(([key, text]) => apiNames[language]!.test(text) && !otherMeanings.has(`${folder} ${key}`))
      .map(([key, text]) => `${folder} ${key}: ${text}`),
  )
  expect(found).toEqual([])
})

/** Every text with its key. */
const textEntries = (texts: object, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([name, value]: [string, string | object]) =>
    typeof value === 'string'
      ? [[`${prefix}${name}`, value] as [string, string]]
      : textEntries(value, `${prefix}${name}.`),
  )

test('French names roles by words with one form, without dots or brackets', () => {
  const words = /étudiant|administrateur|[a-zé]·e|\(e\)/i
  const found = folders.flatMap((folder) =>
    textEntries(textsIn(folder, 'fr'))
      .filter(([, text]) => words.test(text))
      .map(([key, text]) => `${folder} ${key}: ${text}`),
  )
  expect(found).toEqual([])
})

test('pages load only namespaces that exist', () => {
  const unknown = sources.flatMap((file) =>
    [...read(file).matchAll(/\bnamespaces: \[([^\]]*)\]/g)]
      .flatMap(([, list = '']) => [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name))
      .filter((name) => !namespaces.has(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(unknown).toEqual([])
})

test('a screen uses every text', () => {
  const unused = [...namespaces].flatMap(([namespace, keys]) =>
    [...keys]
      // The server sends the codes of refusals and fields. Common actions wait for a screen that needs them.
      .filter((key) => !/^(errors|fieldErrors)\./.test(key))
      .filter((key) => !(namespace === 'ui' && key.startsWith('actions.')))
      .filter((key) => !used.some((file) => usesText(file, namespace, key)))
      .map((key) => `${namespace}:${key}`),
  )
  expect(unused).toEqual([])
})

test('every namespace has a type', () => {
  const imported = [...read('ui/i18n/texts.d.ts').matchAll(/typeof import\('(.*)\/en\.json'\)/g)]
  const declared = imported.map(([, path]) => relative(source, resolve(import.meta.dirname, path!)))
  expect(declared.toSorted()).toEqual(folders.toSorted())
})

test('finds the keys that a file uses', () => {
  const file = `
    const { t } = useTranslation(['courses', 'kit'])
    t('list.title', { name: f('x') }); t(open ? 'a.open' : 'a.closed')
    t(\`status.\${status}\`); t('ui:nav.skip'); hasText(i18n, 'courses', \`did.\${action}\`)
  `
  const texts = findUsedTexts(file, 'home')
  expect(texts.namespaces).toEqual(['courses', 'kit'])
  const uses = (namespace: string, key: string) => usesText(texts, namespace, key)
  expect(
    ['list.title', 'a.open', 'a.closed', 'status.new', 'did.it'].map((key) => uses('courses', key)),
  ).toEqual(Array.from({ length: 5 }, () => true))
  expect([uses('ui', 'nav.skip'), uses('kit', 'list.title')]).toEqual([true, true])
  expect([uses('home', 'list.title'), uses('courses', 'list'), uses('courses', 'nav.skip')]).toEqual(
    Array.from({ length: 3 }, () => false),
  )
})

test('a missing key is a compiler error', () => {
  const t: ScreenTranslate<'courses', 'kit'> = (key) => key
  expect([
    t('kit:nav.skip'),
    // @ts-expect-error -- no such text
    t('kit:nav.skipp'),
    // @ts-expect-error -- the namespace is not loaded
    t('people:account.none'),
  ]).toHaveLength(3)
})
