import { expect, test } from 'vitest'
import { isGuessable } from './password-rules.ts'

test.each([
  'password',
  'Password1!',
  '12345678',
  '87654321',
  'aaaaaaaa',
  'abababab',
  'qwertyuiop',
  'Motdepasse2026',
  '20262026',
  '!!!!1234',
  'hgfedcba',
])('rejects %s', (password) => expect(isGuessable(password, [])).toBe(true))

test.each([
  'correct horse battery',
  'tr0ub4dor&3',
  'a-b-c-d-e-f-g-h',
  '48151623423142',
  'пароль и мир',
  '日本語のパスワード',
])('accepts %s', (password) => expect(isGuessable(password, [])).toBe(false))

test('rejects a person’s own name or e-mail address', () => {
  const personalTexts = ['amina.bello@people.test', 'Amina Bello', null, 'kano']
  for (const password of ['amina.bello', 'Amina.Bello99', 'AMINA BELLO', 'amina.bello@people.test'])
    expect(isGuessable(password, personalTexts), password).toBe(true)
  expect(isGuessable('amina likes mangoes', personalTexts)).toBe(false)
})
