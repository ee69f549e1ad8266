import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
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
  expect(() => unseal(keys, 'totp', 'here', Buffer.alloc(0))).toThrow(/Invalid/)
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

/** As texts were sealed before they named their key. */
function sealedBefore(secret: string, purpose: string, place: string, text: string) {
  const iv = randomBytes(12)
  const key = Buffer.from(hkdfSync('sha256', secret, 'lyceum/sealing', purpose, 32))
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

test('texts that name no key open with either secret', () => {
  const old = sealedBefore(appSecret, 'totp', 'here', 'text')
  for (const given of [keys, rotated]) expect(unseal(given, 'totp', 'here', old)).toBe('text')
  expect(isSealedNow(keys, old)).toBe(false)
  expect(() => unseal({ ...rotated, previousSecret: null }, 'totp', 'here', old)).toThrow(
    /unable to authenticate/,
  )
})
