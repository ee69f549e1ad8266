import { expect, test } from 'vitest'
import { valueAt, withValueAt } from './form-state.ts'
import { allRules, email, maxLength, minLength, required, matchesField } from './rules.ts'
import { matchesAccept } from './upload/use-upload.ts'

test('reads and sets nested values by path and keeps other values unchanged', () => {
  const values = { name: 'Law', tiers: [{ price: 1 }, { price: 2 }] }
  expect(valueAt(values, 'tiers.1.price')).toBe(2)
  expect(valueAt(values, 'tiers.7.price')).toBeUndefined()
  const changed = withValueAt(values, 'tiers.1.price', 3)
  expect(changed).toEqual({ name: 'Law', tiers: [{ price: 1 }, { price: 3 }] })
  expect(values.tiers[1]?.price).toBe(2)
  expect(changed.tiers[0]).toBe(values.tiers[0])
})

test('returns the code of the failed rule', () => {
  const broken = (rule: ReturnType<typeof required>, value: unknown) => rule(value, { password: 'a' })
  expect(['', '  ', null, undefined, false, []].map((value) => broken(required(), value))).toEqual(
    Array(6).fill('required'),
  )
  expect(broken(required(), 0)).toBeNull()
  expect(broken(email(), 'a@b')).toBeNull()
  expect(broken(email(), 'nobody')).toBe('email')
  expect(broken(maxLength(3), 'four')).toBe('too_long')
  expect(broken(minLength(3), 'no')).toBe('too_short')
  expect(broken(matchesField('password'), 'b')).toBe('not_same')
  expect(broken(allRules(required(), minLength(8)), '')).toBe('required')
})

test('accepts a file by type, or by extension if the browser reports no type', () => {
  const file = (name: string, type = '') => ({ name, type })
  expect(matchesAccept(file('a.png', 'image/png'), 'image/*')).toBe(true)
  expect(matchesAccept(file('a.PDF'), '.pdf,video/mp4')).toBe(true)
  expect(matchesAccept(file('a.mp4', 'video/mp4'), '.pdf, video/mp4')).toBe(true)
  expect(matchesAccept(file('a.svg', 'image/svg+xml'), 'image/png,image/jpeg')).toBe(false)
  expect(matchesAccept(file('a.pdf.exe'), '.pdf')).toBe(false)
})
