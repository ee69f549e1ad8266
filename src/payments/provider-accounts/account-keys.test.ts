import { expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { decryptAccountKeys, encryptAccountKeys } from './account-keys.ts'
import { keyMode } from './key-mode.ts'

const config = { appSecret: 'a'.repeat(40), previousSecret: null }
const keys = { secret_key: 'sk_test_abc', webhook_keys: ['whsec_1', 'whsec_2'] }

test('are readable for their own school and account only', () => {
  const account = { school_id: newId(), id: newId() }
  const encrypted_keys = encryptAccountKeys(config, account, keys)
  expect(encrypted_keys.includes('sk_test')).toBe(false)
  expect(decryptAccountKeys(config, { ...account, encrypted_keys })).toEqual(keys)
  for (const other of [{ school_id: newId() }, { id: newId() }])
    expect(() => decryptAccountKeys(config, { ...account, ...other, encrypted_keys })).toThrow(/authenticate/)
})

test.each([
  ['sk_test_51N', 'test'],
  ['rk_test_51N', 'test'],
  ['FLWSECK_TEST-abc', 'test'],
  ['sk_live_51N', 'live'],
  ['FLWSECK-abc', 'live'],
])('reads the mode of %s', (key, mode) => {
  expect(keyMode(key)).toBe(mode)
})
