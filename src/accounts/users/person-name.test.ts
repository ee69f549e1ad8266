import { describe, expect, test } from 'vitest'
import { Refusal } from '#platform/contract/refusal.ts'
import { changedNameColumns, composeName, nameColumns } from './person-name.ts'

describe('a name composed of two parts', () => {
  test.each([
    ['Amina', 'Bello', 'Amina Bello'],
    ['Ngũgĩ', 'wa Thiong’o', 'Ngũgĩ wa Thiong’o'],
    ['María José', 'Núñez de la Torre', 'María José Núñez de la Torre'],
    ['محمد', 'صلاح', 'محمد صلاح'],
    ['ሀይሌ', 'ገብረሥላሴ', 'ሀይሌ ገብረሥላሴ'],
    ['小明', '王', '王小明'],
    ['伸一', '佐々木', '佐々木伸一'],
    ['サチコ', 'ミヤザキ', 'ミヤザキサチコ'],
    ['지민', '박', '박지민'],
    ['Wei', '王', 'Wei 王'],
    ['Sukarno', null, 'Sukarno'],
    [null, 'Madonna', 'Madonna'],
    [null, null, ''],
  ])('composes %s and %s', (first, last, name) => {
    expect(composeName(first, last)).toBe(name)
  })
})

describe('a new user', () => {
  test.each([
    [{ name: ' Amina ' }, { name: 'Amina', first_name: null, last_name: null }],
    [
      { firstName: ' Amina ', lastName: 'Bello' },
      { name: 'Amina Bello', first_name: 'Amina', last_name: 'Bello' },
    ],
    [
      { name: null, firstName: 'Sukarno', lastName: ' ' },
      { name: 'Sukarno', first_name: 'Sukarno', last_name: null },
    ],
    [
      { name: 'Dr. Bello', firstName: 'Amina', lastName: 'Bello' },
      { name: 'Dr. Bello', first_name: 'Amina', last_name: 'Bello' },
    ],
  ])('%j', (sent, columns) => expect(nameColumns(sent)).toEqual(columns))

  test.each([{}, { name: ' ' }, { firstName: '', lastName: null }])('with %j has no name', (sent) => {
    expect(() => nameColumns(sent)).toThrow(Refusal)
  })

  test('is refused with parts that are too long for a name', () => {
    expect(() => nameColumns({ firstName: 'x'.repeat(60), lastName: 'y'.repeat(60) })).toThrow(Refusal)
  })
})

describe('a change of name', () => {
  const amina = { name: 'Amina Bello', first_name: 'Amina', last_name: 'Bello' }
  const single = { name: 'Amina', first_name: null, last_name: null }
  test.each([
    ['nothing sent', amina, {}, {}],
    ['the same name', amina, { name: 'Amina Bello' }, amina],
    ['another name', amina, { name: 'Ada Obi' }, { name: 'Ada Obi', first_name: null, last_name: null }],
    [
      'another name with its parts',
      amina,
      { name: 'Ada O.', firstName: 'Ada', lastName: 'Obi' },
      { name: 'Ada O.', first_name: 'Ada', last_name: 'Obi' },
    ],
    [
      'one part where both are known',
      amina,
      { lastName: 'Okello' },
      { name: 'Amina Okello', first_name: 'Amina', last_name: 'Okello' },
    ],
    [
      'one part taken away',
      amina,
      { lastName: null },
      { name: 'Amina', first_name: 'Amina', last_name: null },
    ],
    [
      'one part of a name that has none',
      single,
      { lastName: 'Bello' },
      { first_name: null, last_name: 'Bello' },
    ],
    ['both parts of a name that has none', single, { firstName: 'Amina', lastName: 'Bello' }, amina],
    ['no parts any more', amina, { firstName: null, lastName: '' }, { first_name: null, last_name: null }],
  ])('%s', (_what, before, sent, written) => {
    expect(changedNameColumns(before, sent)).toEqual(written)
  })
})
