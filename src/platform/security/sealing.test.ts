import { expect, test } from 'vitest'
import { isSealedNow, seal, unseal } from './sealing.ts'

const appSecret = 'a secret of more than thirty-two characters'
const keys = { appSecret, previousSecret: null }
const rotated = { appSecret: 'another secret of more than thirty-two signs', previousSecret: appSecret }

test.each(['', 'JBSWY3DPEHPK3PXP', 'é 😀'.repeat(500)])('%s opens as it was sealed', (text) => {
  const sealed = seal(keys, 'totp', 'school/user', text)
  expect(unseal(keys, 'totp', 'school/user', sealed)).toBe(text)
  expect(sealed.includes(Buffer.from(text || 'totp'))).toBe(false)
})

test('the same text is sealed differently each time', () => {
  expect(seal(keys, 'totp', 'here', 'text')).not.toEqual(seal(keys, 'totp', 'here', 'text'))
})

test('another secret, purpose or place, or one changed bit, opens nothing', () => {
  const sealed = seal(keys, 'totp', 'here', 'text')
  const other = { appSecret: `${appSecret}!`, previousSecret: null }
  expect(() => unseal(other, 'totp', 'here', sealed)).toThrow(/unable to authenticate/)
  expect(() => unseal(keys, 'issuer', 'here', sealed)).toThrow(/unable to authenticate/)
  expect(() => unseal(keys, 'totp', 'there', sealed)).toThrow(/unable to authenticate/)
  for (let at = 0; at < sealed.length; at++) {
    const touched = Buffer.from(sealed)
    touched[at]! ^= 1
    expect(() => unseal(keys, 'totp', 'here', touched)).toThrow(/unable to authenticate/)
  }
  for (const cut of [0, 5, 20])
    expect(() => unseal(keys, 'totp', 'here', sealed.subarray(0, cut))).toThrow(
      /unable to authenticate|Invalid/,
    )
})

test('what the secret before sealed opens, until that secret is forgotten', () => {
  const old = seal(keys, 'totp', 'here', 'text')
  expect(unseal(rotated, 'totp', 'here', old)).toBe('text')
  expect([isSealedNow(keys, old), isSealedNow(rotated, old)]).toEqual([true, false])
  const anew = seal(rotated, 'totp', 'here', 'text')
  expect(isSealedNow(rotated, anew)).toBe(true)
  expect(unseal({ ...rotated, previousSecret: null }, 'totp', 'here', anew)).toBe('text')
  expect(() => unseal({ ...rotated, previousSecret: null }, 'totp', 'here', old)).toThrow(
    /unable to authenticate/,
  )
})

test('rejects a text that does not name its key', () => {
  const sealed = seal(keys, 'totp', 'here', 'text')
  for (const given of [keys, rotated])
    expect(() => unseal(given, 'totp', 'here', sealed.subarray(5))).toThrow(/unable to authenticate/)
})
