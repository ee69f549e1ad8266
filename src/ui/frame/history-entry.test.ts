import { expect, test } from 'vitest'
import { replacesHistoryEntry } from './history-entry.ts'

const at = (path: string) => new URL(path, 'https://school.example')
const replaces = (from: string, to: string) => replacesHistoryEntry(at(from), at(to))

test('opening another course or the preview replaces the entry, from any page', () => {
  for (const [from, to] of [
    ['/', '/?selected_course_id=1'],
    ['/?category=art', '/?selected_course_id=1'],
    ['/?selected_course_id=1', '/?selected_course_id=2'],
    ['/find-school', '/?selected_course_id=1'],
    ['/manage/courses/1', '/learn/1?creator_preview=true'],
    ['/learn/1?topic=2', '/learn/1?topic=3&creator_preview=true'],
  ] as const)
    expect([from, to, replaces(from, to)]).toEqual([from, to, true])
})

test('closing one on the same page replaces the entry too', () => {
  expect(replaces('/?selected_course_id=1', '/')).toBe(true)
  expect(replaces('/learn/1?creator_preview=true', '/learn/1')).toBe(true)
})

test('another topic, another page and another part of the same page add an entry', () => {
  for (const [from, to] of [
    ['/learn/1?topic=2', '/learn/1?topic=3'],
    ['/learn/1?topic=2&creator_preview=true', '/learn/1?topic=3&creator_preview=true'],
    ['/learn/1?creator_preview=true', '/manage/courses/1'],
    ['/?selected_course_id=1', '/login'],
    ['/?selected_course_id=1', '/?selected_course_id=1#student-reviews'],
    ['/?selected_course_id=1', '/?selected_course_id=1&reviews=next'],
    ['/', '/?category=art'],
    ['/', 'https://elsewhere.example/?selected_course_id=1'],
  ] as const)
    expect([from, to, replaces(from, to)]).toEqual([from, to, false])
})
