import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '#lib/languages/languages.ts'
import { replaceTexts } from './replace-texts.ts'
import { replaceWords } from './replace-words.ts'
import { wordingTexts } from './wording-texts.ts'

const source = join(import.meta.dirname, '../..')

/** The folder of a namespace: of its domain, or the folder within `locales`. */
const folderOf = (namespace: string) =>
  globSync([`${namespace}/screens/locales`, `*/screens/locales/${namespace}`, `ui/locales/${namespace}`], {
    cwd: source,
  })[0]!

function textOf(name: string, language: string): unknown {
  const [namespace = '', key = ''] = name.split(':')
  const texts: unknown = JSON.parse(
    readFileSync(join(source, folderOf(namespace), `${language}.json`), 'utf8'),
  )
  return key.split('.').reduce<unknown>((node, part) => (node as Record<string, unknown>)?.[part], texts)
}

test.each(languages)('every replaceable text in %s is a whole label', (language) => {
  const unsound = wordingTexts.filter((name) => {
    const text = textOf(name, language)
    return typeof text !== 'string' || text.includes('{{')
  })
  expect(unsound).toEqual([])
})

test('replaces texts of one namespace only, and none that does not exist', () => {
  const wording = { 'kit:nav.dashboard': 'My classes', 'learning:code.title': 'x', 'kit:nav.gone': 'y' }
  const texts = { nav: { dashboard: 'My learning', notes: 'My notes' } }
  expect(replaceTexts(texts, 'kit', wording)).toEqual({ nav: { dashboard: 'My classes', notes: 'My notes' } })
  expect(replaceTexts({}, 'kit', wording)).toEqual({})
})

test.each([
  ['All courses', 'All classes'],
  ['Course outline', 'Class outline'],
  ['Go to first lesson', 'Go to first unit'],
  ['Discourse', 'Discourse'],
  ['COURSES', 'Classes'],
])('proposes for %s: %s', (text, proposal) => {
  const pairs = [
    ['course', 'class'],
    ['courses', 'classes'],
    ['lesson', 'unit'],
  ] as const
  expect(replaceWords(text, pairs)).toBe(proposal)
})

test('proposes words in other scripts and with accents', () => {
  expect(replaceWords('Élèves inscrits', [['élèves', 'apprentis']])).toBe('Apprentis inscrits')
  expect(replaceWords('كل الدورات', [['الدورات', 'الفصول']])).toBe('كل الفصول')
})
