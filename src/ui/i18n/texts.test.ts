import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { messageKeys, findUsedKeys, messageVariables } from './find-used-keys.ts'

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
  ['*/screens/**/*.{ts,tsx}', 'ui/**/*.{ts,tsx}', '*.tsx', 'platform/client/**/*.{ts,tsx}'],
  {
    cwd: source,
  },
).filter((file) => !/\.test\.tsx?$|^ui\/dev\//.test(file))
const used = sources.map((file) => ({
  file,
  ...findUsedKeys(read(file), file.includes('/screens/') ? domainOf(file) : 'ui'),
}))

describe.each(folders)('%s', (folder) => {
  test('has the same keys in French and English', () => {
    expect(existsSync(join(source, folder, 'fr.json')), `${folder}/fr.json`).toBe(true)
    const english = messageKeys(textsIn(folder, 'en'))
    const french = messageKeys(textsIn(folder, 'fr'))
    expect({ missing: english.filter((key) => !french.includes(key)) }).toEqual({ missing: [] })
    expect({ left_over: french.filter((key) => !english.includes(key)) }).toEqual({ left_over: [] })
  })

  test('uses the same variables in both languages', () => {
    const english = messageVariables(textsIn(folder, 'en'))
    const french = messageVariables(textsIn(folder, 'fr'))
    const differing = [...english].filter(
      ([key, names]) => listed(names) !== listed(french.get(key) ?? new Set()),
    )
    // A singular form may omit the number.
    expect(differing.map(([key]) => key).filter((key) => !key.endsWith('count'))).toEqual([])
  })
})

test('defines every text that a screen uses', () => {
  const unknown = used.flatMap(({ file, keys }) =>
    keys
      .filter(({ key, namespaces: where }) => !where.some((name) => namespaces.get(name)?.has(key)))
      .map(({ key, namespaces: where }) => `${file}: ${where.join('|')}:${key}`),
  )
  expect(unknown).toEqual([])
})

test('contains no unused text', () => {
  // Codes of refusals and fields come from the server.
  const arriving = /^(errors|fieldErrors)\./
  const unused = [...namespaces].flatMap(([namespace, keys]) =>
    [...keys]
      .filter((key) => !arriving.test(key))
      .filter(
        (key) =>
          !used.some(
            (file) =>
              file.keys.some((one) => one.key === key && one.namespaces.includes(namespace)) ||
              file.beginnings.some(
                (one) =>
                  one.beginning !== '' && key.startsWith(one.beginning) && one.namespaces.includes(namespace),
              ),
          ),
      )
      // Shared action labels may be unused.
      .filter((key) => !(namespace === 'ui' && key.startsWith('actions.')))
      .map((key) => `${namespace}:${key}`),
  )
  expect(unused).toEqual([])
})

test('finds translation calls in every notation', () => {
  const file = `
    const { t } = useTranslation('courses')
    const { t: tu, i18n } = useTranslation('ui')
    t('list.title'); tu('actions.save', { name: f('x') }); t(open ? 'a.open' : 'a.closed')
    t(\`status.\${status}\`); t('ui:nav.skip'); about('nothing'); object.t('nothing')
  `
  expect(findUsedKeys(file, 'home')).toEqual({
    keys: [
      { key: 'list.title', namespaces: ['courses'] },
      { key: 'actions.save', namespaces: ['ui'] },
      { key: 'a.open', namespaces: ['courses'] },
      { key: 'a.closed', namespaces: ['courses'] },
      { key: 'nav.skip', namespaces: ['ui'] },
    ],
    beginnings: [{ beginning: 'status.', namespaces: ['courses'] }],
  })
})
