import { expect, test } from 'vitest'
import { seal, unseal } from './sealing.ts'

const secret = 'a secret of more than thirty-two characters'

test.each(['', 'JBSWY3DPEHPK3PXP', 'é 😀'.repeat(500)])('%s opens as it was sealed', (text) => {
  const sealed = seal(secret, 'totp', 'school/user', text)
  expect(unseal(secret, 'totp', 'school/user', sealed)).toBe(text)
  expect(sealed.includes(Buffer.from(text || 'totp'))).toBe(false)
})

test('the same text is sealed differently each time', () => {
  expect(seal(secret, 'totp', 'here', 'text')).not.toEqual(seal(secret, 'totp', 'here', 'text'))
})

test('another secret, purpose or place, or one changed bit, opens nothing', () => {
  const sealed = seal(secret, 'totp', 'here', 'text')
  expect(() => unseal(`${secret}!`, 'totp', 'here', sealed)).toThrow(/unable to authenticate/)
  expect(() => unseal(secret, 'issuer', 'here', sealed)).toThrow(/unable to authenticate/)
  expect(() => unseal(secret, 'totp', 'there', sealed)).toThrow(/unable to authenticate/)
  for (let at = 0; at < sealed.length; at++) {
    const touched = Buffer.from(sealed)
    touched[at]! ^= 1
    expect(() => unseal(secret, 'totp', 'here', touched)).toThrow(/unable to authenticate/)
  }
  expect(() => unseal(secret, 'totp', 'here', Buffer.alloc(0))).toThrow(/Invalid/)
})
