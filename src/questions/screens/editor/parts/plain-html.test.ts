import { expect, test } from 'vitest'
import { linesOf, paragraphsOf } from './plain-html.ts'

test('lines of text become paragraphs and lines again', () => {
  for (const text of ['', 'Lagos', 'a < b & c > "d"', 'one\n\nthree ', '&lt;p&gt;'])
    expect(linesOf(paragraphsOf(text))).toBe(text)
  expect(paragraphsOf('<b>\nx')).toBe('<p>&lt;b&gt;</p><p>x</p>')
})

test('formatted HTML has no lines', () => {
  expect(linesOf('<p>a <strong>b</strong></p>')).toBeNull()
  expect(linesOf('<ul><li><p>a</p></li></ul>')).toBeNull()
  expect(linesOf('<img src="x">')).toBeNull()
  expect(linesOf('<p class="x">a</p>')).toBeNull()
})

test('reads text without a paragraph, as the import writes it', () => {
  expect(linesOf('5 &gt; 3&nbsp;km')).toBe('5 > 3 km')
})
