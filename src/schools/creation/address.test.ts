import { describe, expect, test } from 'vitest'
import { addressError, addressSkeleton, normalizeAddress, suggestAddresses } from './address.ts'

describe('addressFault', () => {
  test.each([
    'abc',
    'lagos-code',
    'a1b',
    '42-academy',
    'ecole-de-musique',
    'x'.repeat(40),
    'demo',
    'codecraft',
  ])('accepts %s', (address) => expect(addressError(address)).toBeNull())

  test.each([
    ['', 'too_short'],
    ['ab', 'too_short'],
    ['x'.repeat(41), 'too_long'],
    ['-abc', 'invalid_format'],
    ['abc-', 'invalid_format'],
    ['a--b', 'invalid_format'],
    ['xn--ggle-55da', 'invalid_format'],
    ['gооgle', 'invalid_format'],
    ['école', 'invalid_format'],
    ['ｌｙｃｅｕｍ', 'invalid_format'],
    ['a.b.c', 'invalid_format'],
    ['a_b_c', 'invalid_format'],
    ['abc def', 'invalid_format'],
    ['abc\n', 'invalid_format'],
    ['12345', 'invalid_format'],
    ['127-0-0-1', 'invalid_format'],
    ['Lagos', 'invalid_format'],
    ['admin', 'address_reserved'],
    ['api', 'address_reserved'],
    ['www', 'address_reserved'],
    ['no-reply', 'address_reserved'],
    ['google', 'address_reserved'],
    ['paypal-login', 'address_reserved'],
    ['g00gle', 'address_lookalike'],
    ['goog1e', 'address_lookalike'],
    ['adrnin', 'address_lookalike'],
    ['a-d-m-i-n', 'address_lookalike'],
    ['ap1', 'address_lookalike'],
    ['vvvvvv', 'address_lookalike'],
    ['l0gin', 'address_lookalike'],
    ['paypa1-help', 'address_lookalike'],
    ['my-g00gle-class', 'address_lookalike'],
  ])('refuses %j: %s', (address, error) => expect(addressError(address)).toBe(error))
})

test('normalises a typed address to lower case without spaces', () => {
  expect(normalizeAddress('  Lagos-Code ')).toBe('lagos-code')
})

test('gives look-alike addresses the same skeleton', () => {
  expect(addressSkeleton('mode1-scho0l')).toBe(addressSkeleton('model-school'))
  expect(addressSkeleton('lagos')).not.toBe(addressSkeleton('lagoon'))
})

describe('suggestedAddresses', () => {
  test('resemble the wanted address and are valid', () => {
    const suggested = suggestAddresses('École de Musique', 'FR')
    expect(suggested).toContain('ecole-de-musique')
    expect(suggested).toContain('ecole-de-musique-fr')
    expect(suggested.every((address) => addressError(address) === null)).toBe(true)
  })
  test('contain no reserved address', () => {
    expect(suggestAddresses('admin')).not.toContain('admin')
    expect(suggestAddresses('google')).toEqual([])
  })
  test('are empty without a usable input', () => {
    expect(suggestAddresses('§§§')).toEqual([])
    expect(suggestAddresses('学校')).toEqual([])
  })
  test('fit the maximum length', () => {
    for (const address of suggestAddresses('a very long name of a school that never ends'))
      expect(address.length).toBeLessThanOrEqual(40)
  })
})
