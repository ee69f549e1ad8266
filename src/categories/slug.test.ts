import { expect, test } from 'vitest'
import { firstFreeSlug, slugify } from './slug.ts'

test.each([
  ['Web & Design', 'web-design'],
  ['Économie générale', 'economie-generale'],
  ['  Data  ', 'data'],
  ['C++', 'c'],
  ['Ọ̀rọ̀ Yorùbá', 'oro-yoruba'],
  ['العربية', 'العربية'],
  ['हिन्दी भाषा', 'हिन्दी-भाषा'],
  ['日本語 101', '日本語-101'],
  ['***', 'category'],
  ['<script>alert(1)</script>', 'script-alert-1-script'],
  ['"onload="x', 'onload-x'],
])('turns %j into %j', (name, slug) => expect(slugify(name)).toBe(slug))

test('adds a number to a slug that is taken', () => {
  expect(firstFreeSlug('Design', new Set())).toBe('design')
  expect(firstFreeSlug('Design!', new Set(['design', 'design-2']))).toBe('design-3')
})
