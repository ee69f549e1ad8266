import { expect, test } from 'vitest'
import { namesMediaType, preferredEncoding, preferredLanguage } from './content-negotiation.ts'

test.each([
  [undefined, 'plain'],
  ['', 'plain'],
  ['identity', 'plain'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['gzip;q=0.000', 'plain'],
  ['*', 'br'],
])('chooses for Accept-Encoding %j %s', (header, encoding) => {
  expect(preferredEncoding(header)).toBe(encoding)
})

test('ignores a preferred encoding that is not available', () => {
  expect(preferredEncoding('br, gzip;q=0.5', ['gzip'])).toBe('gzip')
  expect(preferredEncoding('br', ['gzip'])).toBe('plain')
})

test.each([
  [undefined, 'en', 'fr'],
  ['', 'en', 'fr'],
  ['*', 'en', 'fr'],
  ['de', 'en', 'fr'],
  ['frr', 'en', 'fr'],
  ['FR', 'fr', 'fr'],
  ['fr-CA,fr;q=0.8,en;q=0.5', 'fr', 'fr'],
  ['de-DE,en-GB;q=0.2', 'en', 'en'],
  ['en;q=0.5, fr', 'fr', 'fr'],
])('chooses for Accept-Language %j %s or %s, depending on the fallback', (header, english, french) => {
  expect([preferredLanguage(header, 'en'), preferredLanguage(header, 'fr')]).toEqual([english, french])
})

test('returns the same for a cached header', () => {
  for (const padding of ['', `, ${'x'.repeat(250)};q=0.1`])
    for (let time = 0; time < 3; time++) {
      const header = `gzip, br${padding}`
      expect(preferredEncoding(header)).toBe('br')
      expect(preferredEncoding(header, ['gzip'])).toBe('gzip')
      expect(preferredLanguage(header, 'de')).toBe('de')
      expect(preferredLanguage(`fr;q=0.5, en${padding}`, 'fr')).toBe('en')
      expect(preferredLanguage(`*${padding}`, 'fr')).toBe('fr')
      expect(preferredLanguage(`*${padding}`, 'en')).toBe('en')
    }
})

test.each([
  [undefined, false],
  ['*/*', false],
  ['text/*', false],
  ['text/html;q=0', false],
  ['application/json, text/html;charset=utf-8;q=0.1', true],
])('finds in Accept %j text/html: %s', (header, isNamed) => {
  expect(namesMediaType(header, 'text/html')).toBe(isNamed)
})

test('parses headers of maximum size quickly', () => {
  const started = performance.now()
  for (const part of ['a,', 'a;q=0.1,', '"', ';', 'a;b="\\', ' ', 'a;b=c;'])
    for (let round = 0; round < 100; round++) {
      const header = part.repeat(16_000 / part.length)
      preferredEncoding(header)
      preferredLanguage(header, 'en')
      namesMediaType(header, 'text/html')
    }
  expect(performance.now() - started).toBeLessThan(5_000)
})
