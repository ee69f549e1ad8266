import { expect, test } from 'vitest'
import { normalizeEmail } from './email-address.ts'

test('normalises every spelling of an address to one form', () => {
  const spellings = [
    'ren\u00e9@people.test',
    ' REN\u00c9@People.TEST ',
    'Rene\u0301@people.test',
    'RENE\u0301@people.test',
  ]
  expect(new Set(spellings.map(normalizeEmail))).toEqual(new Set(['ren\u00e9@people.test']))
})

test('keeps addresses with look-alike letters apart', () => {
  expect(normalizeEmail('m\u0131ke@people.test')).not.toBe(normalizeEmail('mike@people.test'))
  expect(normalizeEmail('M\u0130ke@people.test')).not.toBe(normalizeEmail('mike@people.test'))
})
