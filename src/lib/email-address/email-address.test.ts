import { expect, test } from 'vitest'
import { emailOf } from './email-address.ts'

test('one address has one form, however it is typed', () => {
  const spellings = [
    'ren\u00e9@people.test',
    ' REN\u00c9@People.TEST ',
    'Rene\u0301@people.test',
    'RENE\u0301@people.test',
  ]
  expect(new Set(spellings.map(emailOf))).toEqual(new Set(['ren\u00e9@people.test']))
})

test('letters that only look alike stay two addresses', () => {
  expect(emailOf('m\u0131ke@people.test')).not.toBe(emailOf('mike@people.test'))
  expect(emailOf('M\u0130ke@people.test')).not.toBe(emailOf('mike@people.test'))
})
