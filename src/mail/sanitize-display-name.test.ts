import { expect, test } from 'vitest'
import { sanitizeDisplayName } from './sanitize-display-name.ts'

test.each([
  ['Kano Academy', 'Kano Academy'],
  ['  St. Mary’s & Co.  ', 'St. Mary’s & Co.'],
  ['學校', '學校'],
  ['مدرسة النيل', 'مدرسة النيل'],
  ['https://evil.example/win', 'evil. example win'],
  ['You won! evil.example', 'You won! evil. example'],
  ['call bob@evil.example', 'call bob evil. example'],
  ['ｅｖｉｌ．ｅｘａｍｐｌｅ', 'evil. example'],
  ['evil。example', 'evil. example'],
  ['javascript:alert(1)', 'alert(1)'],
  ['A\r\nBcc: x@y.z', 'A Bcc: x y. z'],
  ['ev\u200bil\u202e', 'evil'],
  ['x'.repeat(200), `${'x'.repeat(59)}…`],
  ['🦉'.repeat(100), `${'🦉'.repeat(59)}…`],
])('sanitises %j to %j', (name, plain) => {
  expect(sanitizeDisplayName(name)).toBe(plain)
})

test('sanitises a hostile name quickly', () => {
  for (const part of ['a.', 'a:', 'a:/', '.', '/', 'a+-'])
    expect(sanitizeDisplayName(part.repeat(50_000)).length).toBeLessThanOrEqual(60)
})
