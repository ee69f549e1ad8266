import { describe, expect, test } from 'vitest'
import type { Refusal } from '#platform/contract/refusal.ts'
import { validateRegistrationAnswers, type RegistrationQuestion } from './validate-registration-answers.ts'

const field = (more: Partial<RegistrationQuestion> = {}): RegistrationQuestion => ({
  key: 'it',
  type: 'text',
  required: false,
  options: [],
  ...more,
})

function errors(fields: RegistrationQuestion[], given: Parameters<typeof validateRegistrationAnswers>[1]) {
  try {
    validateRegistrationAnswers(fields, given)
    return []
  } catch (error) {
    return (error as Refusal).details.errors!.map(({ path, code }) => [path, code])
  }
}

describe('each type', () => {
  test.each<[RegistrationQuestion['type'], unknown[], unknown[]]>([
    ['text', ['Lagos', ' Lagos '], [7, true, 'two\nlines', 'x'.repeat(201)]],
    ['long_text', ['two\nlines', 'x'.repeat(2_000)], [7, false]],
    ['choices', [['a'], ['a', 'b']], ['a', ['c'], ['a', 'a'], [7], true]],
    ['number', [0, -3.5, 1e9], ['7', true, Number.NaN, Number.POSITIVE_INFINITY]],
    [
      'date',
      ['2026-02-28', '2024-02-29'],
      ['2026-02-30', '2026-13-01', '28.2.2026', '2026-02-28T00:00:00Z', 20260228],
    ],
    ['choice', ['a', 'b'], ['c', 'A', 1, true]],
    ['checkbox', [true, false], ['true', 1]],
  ])('%s accepts %o and rejects %o', (type, good, bad) => {
    const questions = [field({ type, options: ['a', 'b'] })]
    for (const answer of good) expect(errors(questions, { it: answer as string })).toEqual([])
    const code = type.startsWith('choice') ? 'not_a_choice' : 'invalid_format'
    for (const answer of bad)
      expect(errors(questions, { it: answer as string }), JSON.stringify(answer)).toEqual([
        ['custom_auth_input.it', code],
      ])
  })
})

test('requires answers that are not blank, null or an unticked box', () => {
  const missing = [['custom_auth_input.it', 'required']]
  const nothings: Parameters<typeof validateRegistrationAnswers>[1][] = [
    undefined,
    null,
    {},
    { it: null },
    { it: '' },
    { it: '   ' },
  ]
  for (const given of nothings) expect(errors([field({ required: true })], given)).toEqual(missing)
  expect(errors([field({ type: 'checkbox', required: true })], { it: false })).toEqual(missing)
  expect(errors([field({ type: 'number', required: true })], { it: 0 })).toEqual([])
})

test('reports all errors at once, including unknown keys', () => {
  const questions = [field({ key: 'a', required: true }), field({ key: 'b', type: 'number' })]
  expect(errors(questions, { b: 'x', c: 'y', constructor: 'z' })).toEqual([
    ['custom_auth_input.c', 'unknown_field'],
    ['custom_auth_input.constructor', 'unknown_field'],
    ['custom_auth_input.a', 'required'],
    ['custom_auth_input.b', 'invalid_format'],
  ])
})

test('trims answers and omits empty ones', () => {
  const questions = [field({ key: 'a' }), field({ key: 'b' }), field({ key: 'c', type: 'number' })]
  expect(validateRegistrationAnswers(questions, { a: '  Kano ', b: '', c: 0 })).toEqual({ a: 'Kano', c: 0 })
})
