import { describe, expect, test } from 'vitest'
import { findQuote, maxQuoteLength, createQuote, normalizeText } from './index.ts'

const lesson =
  'A harbour pilot steers large ships.\nThe pilot boards by a ladder. The ladder hangs at the side. A ladder must be dry.'

/** The quote of the `nth` occurrence of `part`. */
function quoted(text: string, part: string, nth = 1) {
  let from = -1
  for (let count = 0; count < nth; count++) from = text.indexOf(part, from + 1)
  return createQuote(text, { from, to: from + part.length })!
}

function shown(text: string, quote: ReturnType<typeof quoted>) {
  const span = findQuote(text, quote)
  return span && text.slice(span.from, span.to)
}

describe('a quote in its original text', () => {
  test.each(['A harbour', 'pilot', 'ships.\nThe pilot', 'must be dry.', lesson])('finds %j', (part) => {
    expect(shown(lesson, quoted(lesson, part))).toBe(part)
  })

  test.each([1, 2, 3])('distinguishes equal lines: the ladder number %i', (nth) => {
    const from = [...lesson.matchAll(/ladder/g)][nth - 1]!.index
    expect(findQuote(lesson, quoted(lesson, 'ladder', nth))).toEqual({ from, to: from + 6 })
  })

  test('creates no quote of an empty, blank or too long selection', () => {
    expect(createQuote(lesson, { from: 3, to: 3 })).toBeNull()
    expect(createQuote('a \n b', { from: 1, to: 4 })).toBeNull()
    expect(createQuote('x'.repeat(maxQuoteLength + 1), { from: 0, to: maxQuoteLength + 1 })).toBeNull()
  })
})

describe('a quote in an edited text', () => {
  test('moves with its words', () => {
    const quote = quoted(lesson, 'boards by a ladder')
    const edited = `A new beginning, which is long. ${lesson.replace('large', 'very large')}`
    expect(shown(edited, quote)).toBe('boards by a ladder')
  })

  test('is found by its context if an equal passage was inserted before it', () => {
    const quote = quoted(lesson, 'ladder', 2)
    const edited = `ladder ladder ladder. ${lesson}`
    expect(findQuote(edited, quote)?.from).toBe(edited.indexOf('ladder hangs'))
  })

  test('is found after paragraphs were joined or split', () => {
    const quote = quoted(lesson, 'ships.\nThe pilot')
    expect(shown(lesson.replace('\n', ' '), quote)).toBe('ships. The pilot')
    expect(shown(lesson.replace('\n', '\n\n\t '), quote)).toBe('ships.\n\n\t The pilot')
  })

  test('is found between its neighbours after a small correction', () => {
    const quote = quoted(lesson, 'The ladder hangs at the side.')
    const edited = lesson.replace('hangs at the side', 'hangs at the lee side')
    expect(shown(edited, quote)).toBe('The ladder hangs at the lee side.')
  })

  test('is not found after a rewrite', () => {
    const quote = quoted(lesson, 'The ladder hangs at the side.')
    expect(findQuote(lesson.replace('The ladder hangs at the side.', 'Wear gloves!'), quote)).toBeNull()
    expect(findQuote(lesson.replace(' The ladder hangs at the side.', ''), quote)).toBeNull()
    expect(findQuote('', quote)).toBeNull()
  })
})

describe('characters', () => {
  const yoruba = 'Ẹ káàárọ̀, ọmọ ilé-ẹ̀kọ́. Ẹ jọ̀wọ́ ẹ jókòó.'

  test.each([
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
  ])('matches composed and decomposed letters: %s in %s', (one, other) => {
    const quote = quoted(yoruba.normalize(one), 'ilé-ẹ̀kọ́'.normalize(one))
    expect(shown(yoruba.normalize(other), quote)).toBe('ilé-ẹ̀kọ́'.normalize(other))
  })

  test('keeps combining marks with their letters', () => {
    const text = 'ẹ̀kọ and ẹkọ'.normalize('NFD')
    expect(findQuote(text, { exact: 'ẹkọ', prefix: '', suffix: '', start: 0 })?.from).toBe(
      text.lastIndexOf('e'),
    )
  })

  test('supports emoji, right-to-left text and invisible characters', () => {
    const text = 'See 👩‍🏫𝒳 now. اللغة العربية\u00ad جميلة\u200b. End'
    expect(shown(text, quoted(text, '👩‍🏫𝒳'))).toBe('👩‍🏫𝒳')
    expect(shown(text, quoted(text.replace('\u00ad', ''), 'العربية جميلة'))).toBe('العربية\u00ad جميلة')
    expect(quoted(text, 'now').start).toBe(Array.from('See 👩‍🏫𝒳').length)
  })

  test('keeps positions through normalisation', () => {
    const given = '  a\u0301\u00a0\n b\u00ad '
    const { text, originalStarts, originalEnds } = normalizeText(given)
    expect(text).toBe('á b')
    expect(originalStarts.map((at, unit) => given.slice(at, originalEnds[unit]))).toEqual([
      'a\u0301',
      '\u00a0\n ',
      'b',
    ])
  })
})

test('searches a repetitive text in linear time', () => {
  const period = 'one two '
  const text = `${period.repeat(25_000)}the far end of it`
  const neighbours = { prefix: period.repeat(6), start: 0 }
  const started = performance.now()
  expect(findQuote(text, { exact: 'zzz', suffix: 'the far end of it', ...neighbours })).toBeNull()
  const exact = 'three four '.repeat(180)
  expect(findQuote(text, { exact, suffix: 'two one '.repeat(6), ...neighbours })).toBeNull()
  // A quadratic search took a minute.
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('limits the time for hostile quotes', () => {
  const text = 'ab'.repeat(100_000)
  const started = performance.now()
  expect(findQuote(text, { exact: 'ab', prefix: 'ab'.repeat(30), suffix: 'ba', start: 1e9 })).not.toBeNull()
  expect(
    findQuote(text, { exact: 'abc', prefix: 'ab'.repeat(20), suffix: 'ab'.repeat(19), start: 0 }),
  ).toBeNull()
  expect(performance.now() - started).toBeLessThan(2_000)
})
