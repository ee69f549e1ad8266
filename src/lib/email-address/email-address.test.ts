import { expect, test } from 'vitest'
import { normalizeEmail } from './email-address.ts'

test('one address has one form, however it is typed', () => {
  const spellings = [
    'ren\u00e9@people.test',
    ' REN\u00c9@People.TEST ',
    'Rene\u0301@people.test',
    'RENE\u0301@people.test',
  ]
  expect(new Set(spellings.map(normalizeEmail))).toEqual(new Set(['ren\u00e9@people.test']))
})

test('letters that only look alike stay two addresses', () => {
  expect(normalizeEmail('m\u0131ke@people.test')).not.toBe(normalizeEmail('mike@people.test'))
  expect(normalizeEmail('M\u0130ke@people.test')).not.toBe(normalizeEmail('mike@people.test'))
})
