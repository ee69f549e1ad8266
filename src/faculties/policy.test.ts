import { expect, test } from 'vitest'
import { mayAddDepartments, mayAddFaculty, mayDelete, mayReorder } from './policy.ts'

test('allows at most 100 faculties per school and 100 departments per faculty', () => {
  expect(mayAddFaculty(99)).toEqual({ allowed: true })
  expect(mayAddFaculty(100)).toEqual({ allowed: false, code: 'faculty_limit_reached' })
  expect(mayAddDepartments(60, 40)).toEqual({ allowed: true })
  expect(mayAddDepartments(60, 41)).toEqual({ allowed: false, code: 'department_limit_reached' })
})

test.each([
  [['a', 'b'], ['b', 'a'], true],
  [['a', 'b'], ['a'], false],
  [['a'], ['a', 'b'], false],
  [['a', 'b'], ['a', 'c'], false],
])('for %j, decides on the order %j: %j', (existing, newOrder, allowed) => {
  expect(mayReorder('faculty', existing, newOrder).allowed).toBe(allowed)
})

const empty = { departments: 0, courses: 0, people: 0 }

test.each([
  [empty, null, true],
  [{ ...empty, departments: 1 }, null, false],
  [{ ...empty, courses: 1 }, null, false],
  [{ ...empty, people: 1 }, null, false],
  [{ ...empty, people: 1 }, 'elsewhere', true],
  [{ ...empty, courses: 3 }, 'nowhere', true],
] as const)('for a faculty with %j whose content goes %j, decides on deletion: %j', (held, goes, allowed) => {
  expect(mayDelete(held, goes).allowed).toBe(allowed)
})
