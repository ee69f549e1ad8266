import { expect, test } from 'vitest'
import en from '#ui/locales/en.json' with { type: 'json' }
import fr from '#ui/locales/fr.json' with { type: 'json' }
import { roleName } from './role-name.ts'

test.each([
  ['account_user', 'School owner'],
  ['admin', 'Admin'],
  ['teacher', 'Teacher'],
  ['student', 'Student'],
  ['Student', 'Unknown'],
  ['toString', 'Unknown'],
  ['__proto__', 'Unknown'],
  ['', 'Unknown'],
  [null, 'Unknown'],
  [undefined, 'Unknown'],
  [7, 'Unknown'],
])('shows %o as %s', (role, name) => {
  expect(en.roles[roleName(role)]).toBe(name)
  expect(fr.roles[roleName(role)]).toBeTruthy()
})
