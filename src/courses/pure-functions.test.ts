import { describe, expect, test } from 'vitest'
import { generateCourseCode } from './management/generate-course-code.ts'
import { nextUpdatedAt } from './next-updated-at.ts'
import { insertAt, hasSameMembers } from './outline/list-order.ts'
import { prefixQuery, courseSearchTexts } from './catalogue/course-search-texts.ts'
import { parseMultirange } from './reading/topic-view.ts'

describe('a course code', () => {
  const first = () => 0

  test('begins with the letters of the name, without accents', () => {
    expect(generateCourseCode('Écrire en français', first)).toBe('ECRI-AAAAA')
    expect(generateCourseCode('Go', first)).toBe('GO-AAAAA')
  })

  test('is readable for names in any script', () => {
    for (const name of ['مقدمة', '日本語', '101', ' '])
      expect(generateCourseCode(name, first)).toBe('CRS-AAAAA')
  })

  test('contains no characters that are easily confused', () => {
    for (let n = 0; n < 200; n += 1) expect(generateCourseCode('x')).toMatch(/^X-[^IOLU01]{5}$/)
  })
})

describe('search words', () => {
  const course = {
    course_name: 'Python for beginners',
    course_code: 'PYTH-7K3QM',
    short_description: 'Start here',
    course_description: '<p>Loops &amp; lists</p><script>alert(1)</script>',
    course_department: 'Computing',
    course_unit: '3 units',
  }

  test('contain name and code before summary and description', () => {
    expect(courseSearchTexts(course)).toEqual([
      'Python for beginners PYTH-7K3QM PYTH7K3QM',
      'Start here Computing 3 units',
      'Loops & lists',
    ])
  })

  test('have a maximum length', () => {
    const [, , text] = courseSearchTexts({
      ...course,
      course_description: `<p>${'word '.repeat(50_000)}</p>`,
    })
    expect(text.length).toBeLessThanOrEqual(50_000)
  })
})

describe('a typed query', () => {
  test('requires all words as prefixes', () => {
    expect(prefixQuery('  to go ')).toBe('to:* & go:*')
    expect(prefixQuery('C++ / C#')).toBe('C:* & C:*')
  })

  test('allows two swapped letters, except the first', () => {
    expect(prefixQuery('pyht')).toBe('(pyht:* | phyt:* | pyth:*)')
  })

  test('is never parsed as syntax', () => {
    for (const query of ["a' | b", '!(a)', 'a:*B <-> c', '\\', '&&&', '🙂'])
      expect(prefixQuery(query)).toMatch(/^(?:[a-zA-Z]:\*(?: & )?)*$/)
  })

  test('may be long', () => {
    expect(prefixQuery('x'.repeat(5_000))).toBe(`${'x'.repeat(60)}:*`)
    expect(prefixQuery('abcde '.repeat(500)).split('&')).toHaveLength(12)
  })

  test('supports any script', () => {
    expect(prefixQuery('مقدمة البرمجة')).toMatch(/^\(مقدمة:\* .* & \(البرمجة:\* .*\)$/)
    expect(prefixQuery('Ọ̀rọ̀')).not.toBe('')
  })
})

test('inserts ids at the position or the end', () => {
  expect(insertAt(['a', 'b'], ['x'])).toEqual(['a', 'b', 'x'])
  expect(insertAt(['a', 'b'], ['x'], 0)).toEqual(['x', 'a', 'b'])
  expect(insertAt(['a', 'b'], ['x'], 99)).toEqual(['a', 'b', 'x'])
  expect(insertAt(['a', 'b', 'c'], ['c', 'a'], 0)).toEqual(['c', 'a', 'b'])
})

test('compares members in any order', () => {
  expect(hasSameMembers(['a', 'b'], ['b', 'a'])).toBe(true)
  expect(hasSameMembers(['a', 'b'], ['a'])).toBe(false)
  expect(hasSameMembers(['a', 'b'], ['a', 'c'])).toBe(false)
})

test('returns increasing times', () => {
  const last = new Date(1_000)
  expect(nextUpdatedAt(new Date(2_000), last)).toEqual(new Date(2_000))
  expect(nextUpdatedAt(new Date(1_000), last)).toEqual(new Date(1_001))
  expect(nextUpdatedAt(new Date(500), last)).toEqual(new Date(1_001))
})

test('parses a set of seconds in the database’s format', () => {
  expect(parseMultirange('{[0,5),[7,9)}')).toEqual([
    [0, 5],
    [7, 9],
  ])
  for (const nothing of ['{}', null]) expect(parseMultirange(nothing)).toEqual([])
})
