import { describe, expect, test } from 'vitest'
import { totpCode, generateTotpSecret, totpStepAt, matchTotpStep, totpUri } from './totp.ts'

/** "12345678901234567890", the secret of RFC 6238 appendix B, in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('computes for %i seconds the code %s, as in RFC 6238', (seconds, code) => {
  expect(totpCode(secret, totpStepAt(new Date(seconds * 1000)))).toBe(code)
})

describe('a code', () => {
  const now = new Date('2026-11-21T10:00:15Z')
  const step = totpStepAt(now)

  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('%i steps off is accepted: %s', (off, counts) => {
    expect(matchTotpStep(secret, totpCode(secret, step + off), now)).toBe(counts ? step + off : null)
  })

  test.each(['', '1', '12345', '1234567', 'abcdef', '١٢٣٤٥٦', ' 12345'])('rejects %j', (code) => {
    expect(matchTotpStep(secret, code, now)).toBeNull()
  })
})

test('generates long, different secrets that people can type', () => {
  const made = Array.from({ length: 50 }, generateTotpSecret)
  expect(new Set(made).size).toBe(50)
  for (const one of made) expect(one).toMatch(/^[A-Z2-7]{32}$/)
})

test('keeps names in the address for an app', () => {
  const uri = new URL(totpUri({ secret, issuer: 'École & Cie', name: 'a@b.c' }))
  expect(`${uri.protocol}//${uri.host}${uri.pathname}`).toBe('otpauth://totp/%C3%89cole%20%26%20Cie:a%40b.c')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret,
    issuer: 'École & Cie',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
