import { expect, test } from 'vitest'
import { withGapAtEnd, withIds, withNumbers, withoutGap } from './gap-numbers.ts'

const gap = (id: string) => ({ id, kind: 'text' as const, max_length: 100 })
const gaps = [gap('aaaaaaaa'), gap('bbbbbbbb')]

test('authors see numbers, and the text contains ids', () => {
  const text = '<p>[[bbbbbbbb]] and [[aaaaaaaa]]</p>'
  const written = withNumbers(text, gaps)
  expect(written).toBe('<p>[[2]] and [[1]]</p>')
  expect(withIds(written, { gaps, answers: {} }).text).toBe(text)
})

test('the next number in the text makes a new gap', () => {
  const made = withIds('<p>[[1]] [[3]] [[4]]</p>', { gaps, answers: {} })
  expect(made.gaps).toHaveLength(4)
  const [third, fourth] = made.gaps.slice(2)
  expect(made.text).toBe(`<p>[[aaaaaaaa]] [[${third!.id}]] [[${fourth!.id}]]</p>`)
  expect(Object.keys(made.answers)).toEqual([third!.id, fourth!.id])
})

test('a number far away stays text, and so does one above the limit', () => {
  expect(withIds('<p>[[9]]</p>', { gaps, answers: {} })).toMatchObject({ text: '<p>[[9]]</p>', gaps })
  const many = Array.from({ length: 40 }, (_, at) => gap(`gapgap${at + 10}`))
  expect(withIds('<p>[[41]]</p>', { gaps: many, answers: {} }).gaps).toHaveLength(40)
})

test('a gap is added at the end of the last paragraph, and removed from the text', () => {
  expect(withGapAtEnd('<p>The capital is</p>', 'aaaaaaaa')).toBe('<p>The capital is [[aaaaaaaa]]</p>')
  expect(withGapAtEnd('', 'aaaaaaaa')).toBe('<p>[[aaaaaaaa]]</p>')
  expect(withoutGap('<p>[[aaaaaaaa]]!</p>', 'aaaaaaaa')).toBe('<p>!</p>')
})
