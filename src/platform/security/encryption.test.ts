import { expect, test } from 'vitest'
import { isEncryptedWithCurrentKey, encrypt, decrypt } from './encryption.ts'

const appSecret = 'a secret of more than thirty-two characters'
const keys = { appSecret, previousSecret: null }
const rotated = { appSecret: 'another secret of more than thirty-two signs', previousSecret: appSecret }

test.each(['', 'JBSWY3DPEHPK3PXP', 'é 😀'.repeat(500)])('decrypts %s', (text) => {
  const sealed = encrypt(keys, { purpose: 'totp', context: 'school/user' }, text)
  expect(decrypt(keys, { purpose: 'totp', context: 'school/user' }, sealed)).toBe(text)
  expect(sealed.includes(Buffer.from(text || 'totp'))).toBe(false)
})

test('encrypts the same text differently each time', () => {
  expect(encrypt(keys, { purpose: 'totp', context: 'here' }, 'text')).not.toEqual(
    encrypt(keys, { purpose: 'totp', context: 'here' }, 'text'),
  )
})

test('fails for another secret, purpose or context, or one changed bit', () => {
  const sealed = encrypt(keys, { purpose: 'totp', context: 'here' }, 'text')
  const other = { appSecret: `${appSecret}!`, previousSecret: null }
  expect(() => decrypt(other, { purpose: 'totp', context: 'here' }, sealed)).toThrow(/unable to authenticate/)
  expect(() => decrypt(keys, { purpose: 'issuer', context: 'here' }, sealed)).toThrow(
    /unable to authenticate/,
  )
  expect(() => decrypt(keys, { purpose: 'totp', context: 'there' }, sealed)).toThrow(/unable to authenticate/)
  for (let at = 0; at < sealed.length; at++) {
    const touched = Buffer.from(sealed)
    touched[at]! ^= 1
    expect(() => decrypt(keys, { purpose: 'totp', context: 'here' }, touched)).toThrow(
      /unable to authenticate/,
    )
  }
  for (const cut of [0, 5, 20])
    expect(() => decrypt(keys, { purpose: 'totp', context: 'here' }, sealed.subarray(0, cut))).toThrow(
      /unable to authenticate|Invalid/,
    )
})

test('decrypts with the previous secret, until it is removed', () => {
  const old = encrypt(keys, { purpose: 'totp', context: 'here' }, 'text')
  expect(decrypt(rotated, { purpose: 'totp', context: 'here' }, old)).toBe('text')
  expect([isEncryptedWithCurrentKey(keys, old), isEncryptedWithCurrentKey(rotated, old)]).toEqual([
    true,
    false,
  ])
  const reencrypted = encrypt(rotated, { purpose: 'totp', context: 'here' }, 'text')
  expect(isEncryptedWithCurrentKey(rotated, reencrypted)).toBe(true)
  expect(
    decrypt({ ...rotated, previousSecret: null }, { purpose: 'totp', context: 'here' }, reencrypted),
  ).toBe('text')
  expect(() =>
    decrypt({ ...rotated, previousSecret: null }, { purpose: 'totp', context: 'here' }, old),
  ).toThrow(/unable to authenticate/)
})

test('rejects a text without a key id', () => {
  const sealed = encrypt(keys, { purpose: 'totp', context: 'here' }, 'text')
  for (const given of [keys, rotated])
    expect(() => decrypt(given, { purpose: 'totp', context: 'here' }, sealed.subarray(5))).toThrow(
      /unable to authenticate/,
    )
})
