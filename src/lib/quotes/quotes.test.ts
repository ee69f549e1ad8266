import { describe, expect, test } from 'vitest'
import { findQuote, maxQuoteLength, createQuote, normalizeText } from './index.ts'

const lesson =
  'A harbour pilot steers large ships.\nThe pilot boards by a ladder. The ladder hangs at the side. A ladder must be dry.'

/** The quote of the `nth` place where `part` stands. */
function quoted(text: string, part: string, nth = 1) {
  let from = -1
  for (let count = 0; count < nth; count++) from = text.indexOf(part, from + 1)
  return createQuote(text, { from, to: from + part.length })!
}

function shown(text: string, quote: ReturnType<typeof quoted>) {
  const span = findQuote(text, quote)
  return span && text.slice(span.from, span.to)
}

describe('a quote in the text that it was taken from', () => {
  test.each(['A harbour', 'pilot', 'ships.\nThe pilot', 'must be dry.', lesson])('%j is found', (part) => {
    expect(shown(lesson, quoted(lesson, part))).toBe(part)
  })

  test.each([1, 2, 3])('is told from its equals: the ladder number %i', (nth) => {
    const from = [...lesson.matchAll(/ladder/g)][nth - 1]!.index
    expect(findQuote(lesson, quoted(lesson, 'ladder', nth))).toEqual({ from, to: from + 6 })
  })

  test('of nothing, of white space, or of too much is none', () => {
    expect(createQuote(lesson, { from: 3, to: 3 })).toBeNull()
    expect(createQuote('a \n b', { from: 1, to: 4 })).toBeNull()
    expect(createQuote('x'.repeat(maxQuoteLength + 1), { from: 0, to: maxQuoteLength + 1 })).toBeNull()
  })
})

describe('after the text was edited', () => {
  test('it moves with its words', () => {
    const quote = quoted(lesson, 'boards by a ladder')
    const edited = `A new beginning, which is long. ${lesson.replace('large', 'very large')}`
    expect(shown(edited, quote)).toBe('boards by a ladder')
  })

  test('the surroundings decide when equals came before it', () => {
    const quote = quoted(lesson, 'ladder', 2)
    const edited = `ladder ladder ladder. ${lesson}`
    expect(findQuote(edited, quote)?.from).toBe(edited.indexOf('ladder hangs'))
  })

  test('paragraphs that were joined or split do not matter', () => {
    const quote = quoted(lesson, 'ships.\nThe pilot')
    expect(shown(lesson.replace('\n', ' '), quote)).toBe('ships. The pilot')
    expect(shown(lesson.replace('\n', '\n\n\t '), quote)).toBe('ships.\n\n\t The pilot')
  })

  test('a passage that was mended is found between its neighbours', () => {
    const quote = quoted(lesson, 'The ladder hangs at the side.')
    const edited = lesson.replace('hangs at the side', 'hangs at the lee side')
    expect(shown(edited, quote)).toBe('The ladder hangs at the lee side.')
  })

  test('a passage that was rewritten is gone', () => {
    const quote = quoted(lesson, 'The ladder hangs at the side.')
    expect(findQuote(lesson.replace('The ladder hangs at the side.', 'Wear gloves!'), quote)).toBeNull()
    expect(findQuote(lesson.replace(' The ladder hangs at the side.', ''), quote)).toBeNull()
    expect(findQuote('', quote)).toBeNull()
  })
})

describe('letters', () => {
  const yoruba = 'Ẹ káàárọ̀, ọmọ ilé-ẹ̀kọ́. Ẹ jọ̀wọ́ ẹ jókòó.'

  test.each([
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
  ])('composed or not are the same: %s found in %s', (one, other) => {
    const quote = quoted(yoruba.normalize(one), 'ilé-ẹ̀kọ́'.normalize(one))
    expect(shown(yoruba.normalize(other), quote)).toBe('ilé-ẹ̀kọ́'.normalize(other))
  })

  test('are not cut from their marks', () => {
    const text = 'ẹ̀kọ and ẹkọ'.normalize('NFD')
    expect(findQuote(text, { exact: 'ẹkọ', prefix: '', suffix: '', start: 0 })?.from).toBe(
      text.lastIndexOf('e'),
    )
  })

  test('beyond the first plane, right to left, and what is not seen', () => {
    const text = 'See 👩‍🏫𝒳 now. اللغة العربية\u00ad جميلة\u200b. End'
    expect(shown(text, quoted(text, '👩‍🏫𝒳'))).toBe('👩‍🏫𝒳')
    expect(shown(text, quoted(text.replace('\u00ad', ''), 'العربية جميلة'))).toBe('العربية\u00ad جميلة')
    expect(quoted(text, 'now').start).toBe(Array.from('See 👩‍🏫𝒳').length)
  })

  test('keep their places when tidied', () => {
    const given = '  a\u0301\u00a0\n b\u00ad '
    const { text, from, to } = normalizeText(given)
    expect(text).toBe('á b')
    expect(from.map((at, unit) => given.slice(at, to[unit]))).toEqual(['a\u0301', '\u00a0\n ', 'b'])
  })
})

test('a text that repeats itself costs no more than another', () => {
  const period = 'one two '
  const text = `${period.repeat(25_000)}the far end of it`
  const neighbours = { prefix: period.repeat(6), start: 0 }
  const started = performance.now()
  expect(findQuote(text, { exact: 'zzz', suffix: 'the far end of it', ...neighbours })).toBeNull()
  const exact = 'three four '.repeat(180)
  expect(findQuote(text, { exact, suffix: 'two one '.repeat(6), ...neighbours })).toBeNull()
  // Quadratic, it took a minute.
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('hostile quotes cost little', () => {
  const text = 'ab'.repeat(100_000)
  const started = performance.now()
  expect(findQuote(text, { exact: 'ab', prefix: 'ab'.repeat(30), suffix: 'ba', start: 1e9 })).not.toBeNull()
  expect(
    findQuote(text, { exact: 'abc', prefix: 'ab'.repeat(20), suffix: 'ab'.repeat(19), start: 0 }),
  ).toBeNull()
  expect(performance.now() - started).toBeLessThan(2_000)
})
