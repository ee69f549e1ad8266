import { expect, test } from 'vitest'
import { countWords, hasMedia, inOrder, plainText, withVariables } from './part-text.ts'

test('reads the text of HTML, with the descriptions of images', () => {
  expect(plainText('<p>A &lt; B &amp; <img src="x" alt="a tree">&nbsp;C</p>')).toBe('A < B & a tree C')
  expect(plainText('&amp;lt;')).toBe('&lt;')
  expect(hasMedia('<p>One</p>')).toBe(false)
  expect(hasMedia('<p><math><mi>x</mi></math></p>')).toBe(true)
})

test('sorts options by the order of the attempt, unlisted ones last', () => {
  const parts = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
  expect(inOrder(parts, ['c', 'a', 'x']).map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd'])
})

test('puts drawn values into a text, and leaves other braces', () => {
  expect(withVariables('<p>{a} × {bb} = {c}</p>', { a: '1.5', bb: '2' })).toBe('<p>1.5 × 2 = {c}</p>')
})

test('counts words of text and HTML', () => {
  expect(countWords('')).toBe(0)
  expect(countWords(' One  two\nthree ')).toBe(3)
  expect(countWords('<p>One</p><p>two</p>')).toBe(2)
})
