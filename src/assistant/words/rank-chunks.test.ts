import { describe, expect, test } from 'vitest'
import { isSimilar, similarity } from './similarity.ts'
import { isCitable } from '../policy.ts'
import { detectLanguage, queryTerms, tokenize } from './query-terms.ts'
import { extractQuote } from './quote.ts'
import { rankChunks, weightTerms } from './rank-chunks.ts'
import { citableContents } from '../asked-questions/answer-sources.ts'
import { matchesForm, wordForms } from './word-forms.ts'

const roots = (question: string) => queryTerms(question).map(({ root }) => root)

describe('terms of a question', () => {
  test.each([
    ['How long should the dough rest?', ['dough', 'rest']],
    ['What is a for loop in Python?', ['loop', 'python']],
    ['Pourquoi faut-il pétrir la pâte ?', ['petr', 'pate']],
    ['Qu’est-ce que l’autolyse ?', ['autolys']],
    ['dough DOUGH Dough', ['dough']],
    ['What is it?', []],
    ['??? !', []],
    ['', []],
    ['¿Cuánto reposa la masa?', ['cuanto', 'reposa', 'masa']],
    ['كم ترتاح العجينة', ['كم', 'ترتاح', 'العجي']],
    ['Step 3', ['step', '3']],
  ])('%s', (question, expected) => expect(roots(question)).toEqual(expected))

  test('are limited for long and strange questions', () => {
    const hostile = `${Array.from({ length: 400 }, (_n, at) => `word${at}:*|&!()'\\`).join(' ')} ${'x'.repeat(900)}`
    const terms = queryTerms(hostile)
    expect(terms).toHaveLength(16)
    for (const { forms } of terms)
      for (const { text } of forms) expect(text).toMatch(/^[\p{L}\p{N}]{1,60}s?$/u)
  })

  test('depend on the language of the stop words', () => {
    expect(detectLanguage(tokenize('how does the yeast work'))).toBe('en')
    expect(detectLanguage(tokenize('comment agit la levure'))).toBe('fr')
    expect(detectLanguage(tokenize('cuanto reposa'))).toBeNull()
  })
})

describe('a word matches its other forms', () => {
  test.each([
    ['en', 'kneading', ['knead', 'kneaded', 'kneads'], ['knee']],
    ['en', 'bake', ['bakes', 'baked', 'baking', 'baker'], ['back', 'bar']],
    ['en', 'making', ['make', 'makes', 'making'], ['mask']],
    ['en', 'running', ['run', 'runs', 'running'], ['rung']],
    ['en', 'loops', ['loop', 'looping'], ['loose']],
    ['en', 'studies', ['study', 'studies'], ['student']],
    ['en', 'set', ['set', 'sets'], ['settle', 'setup']],
    ['fr', 'petrissent', ['petrir', 'petrissage'], ['pierre']],
    ['fr', 'canaux', ['canal', 'canaux'], ['canne']],
    [null, 'reposando', ['reposan', 'reposando'], ['reponer']],
  ] as const)('%s %s', (language, word, same, others) => {
    const forms = wordForms(word, language)
    expect(same.filter((one) => !matchesForm(one, forms))).toEqual([])
    expect(others.filter((one) => matchesForm(one, forms))).toEqual([])
  })
})

const contents = new Map(
  ['a', 'b', 'c'].map((id) => [
    id,
    { title: `Topic ${id}`, type: 'text', version: 0, lesson_title: 'Lesson' },
  ]),
)
const chunk = (content_id: string, position: number, text: string) => ({
  content_id,
  position,
  text,
  start_second: null,
})

function ranked(question: string, found: ReturnType<typeof chunk>[], chunks = 100, holding = 5) {
  const terms = queryTerms(question)
  const weighed = weightTerms(terms, { total: chunks, holding: terms.map(() => holding) })
  return rankChunks(weighed, found, { contents, maxResults: 4 })
}
const positions = (some: { content_id: string; position: number }[]) =>
  some.map(({ content_id, position }) => `${content_id}${position}`)

describe('passages are ranked', () => {
  test('by the share of the question that they contain, and its density', () => {
    const found = [
      chunk('a', 1, 'The dough is mixed. Later, after many other things have been done, one may rest.'),
      chunk('b', 1, 'The dough rests for one hour.'),
      chunk('c', 1, 'Flour, water, salt.'),
    ]
    expect(positions(ranked('Does dough rest an hour once shaped?', found))).toEqual(['b1'])
    expect(positions(ranked('dough rest', found))).toEqual(['b1', 'a1'])
  })

  test('with the topic’s title, which counts alone only without a passage', () => {
    const titled = new Map([
      ['a', { title: 'Sourdough starter', type: 'video', version: 0, lesson_title: 'Bread' }],
    ])
    const terms = weightTerms(queryTerms('feed sourdough starter'), { total: 50, holding: [2, 3, 3] })
    const choice = { contents: titled, maxResults: 4, enough: 0.5 }
    const found = [chunk('a', 0, 'Sourdough starter'), chunk('a', 1, 'Feed it every day at noon.')]
    expect(positions(rankChunks(terms, found, choice))).toEqual(['a1'])
    expect(positions(rankChunks(terms, found.slice(0, 1), choice))).toEqual(['a0'])
  })

  test('without repetitions, at most two per topic', () => {
    const same = 'Proof the dough overnight in the fridge.'
    const found = [
      chunk('a', 1, same),
      chunk('b', 1, same),
      chunk('c', 1, 'Dough that proofs cold tastes better, says Anna.'),
      chunk('c', 2, 'To proof a dough warm, use a towel and patience.'),
      chunk('c', 3, 'A dough may proof twice, which bakers in Lagos do.'),
    ]
    const chosen = positions(ranked('proof dough', found))
    expect(chosen.filter((one) => one === 'a1' || one === 'b1')).toHaveLength(1)
    expect(chosen.filter((one) => one.startsWith('c'))).toHaveLength(2)
  })

  test('and none returned if the course has no answer', () => {
    const found = [chunk('a', 1, 'The capital letter stands first.'), chunk('b', 1, 'A letter.')]
    const terms = queryTerms('What is the capital of Mongolia in winter?')
    const weighed = weightTerms(terms, { total: 40, holding: [1, 0, 0] })
    expect(rankChunks(weighed, found, { contents, maxResults: 4 })).toEqual([])
  })

  test('equally for any order of input', () => {
    const found = [chunk('b', 2, 'yeast grows'), chunk('a', 1, 'yeast sleeps'), chunk('b', 1, 'yeast eats')]
    const first = positions(ranked('yeast', found))
    expect(positions(ranked('yeast', found.toReversed()))).toEqual(first)
  })

  test('without locked or graded contents', () => {
    expect(ranked('yeast', [chunk('z', 1, 'yeast')])).toEqual([])
    expect(['text', 'video', 'audio', 'file', 'embed'].map((type) => isCitable({ type }))).not.toContain(
      false,
    )
    for (const type of ['quiz', 'assignment', 'exam', '']) expect(isCitable({ type })).toBe(false)
    const open = new Map([
      ['a', { title: 'A text', type: 'text', version: 0, lesson_title: '' }],
      ['b', { title: 'A quiz', type: 'quiz', version: 0, lesson_title: '' }],
    ])
    expect([...citableContents(open).keys()]).toEqual(['a'])
  })
})

describe('a quote', () => {
  const terms = queryTerms('How long does the starter ferment?')

  test('is an unchanged part of the text around the terms', () => {
    const text = `${'Nothing of interest here. '.repeat(12)}The starter ferments for five days. Then bake.\nNext line.`
    const quote = extractQuote(text, terms)
    expect(quote).toContain('The starter ferments for five days.')
    expect(quote.length).toBeLessThanOrEqual(360)
    expect(text).toContain(quote)
  })

  test('is cut if there is no sentence end', () => {
    const text = `starter ${'x'.repeat(3_000)}`
    expect(extractQuote(text, terms).length).toBeLessThanOrEqual(540)
    expect(extractQuote('', terms)).toBe('')
  })
})

test.each([
  ['How long does the dough rest?', 'how long should dough be resting', true],
  ['How long does the dough rest?', 'How long does the oven heat?', false],
  ['Combien de temps repose la pâte ?', 'Combien de temps la pâte repose-t-elle ?', true],
  ['What is yeast?', 'Why does bread need yeast and sugar?', false],
])('compares “%s” and “%s”: %s', (one, other, expected) => {
  expect(similarity(roots(one), roots(other)) >= isSimilar).toBe(expected)
})
