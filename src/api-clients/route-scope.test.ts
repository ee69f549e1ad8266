import { expect, test } from 'vitest'
import { routes } from '#app.ts'
import type { Route } from '#platform/contract/route.ts'
import { placeOf, scopeOf } from './route-scope.ts'
import { scopes } from './scopes.ts'

test('every route has exactly one scope, or is a person’s alone', () => {
  expect(routes.filter((route) => placeOf(route) === undefined).map(({ name }) => name)).toEqual([])
})

test('a route that nobody has placed is closed to clients', () => {
  const route = { path: '/brand-new/v1', method: 'GET' } as Route
  expect(placeOf(route)).toBeUndefined()
  expect(scopeOf(route)).toEqual({ scope: null, needsPerson: true })
})

test('every scope that a school can give opens some route', () => {
  const used = new Set(routes.map((route) => scopeOf(route).scope))
  // Files are read beside the routes: src/testing/sweeps/undeclared-routes.test.ts.
  used.add('uploads:read')
  expect(scopes.filter((scope) => !used.has(scope))).toEqual([])
  expect([...used].filter((scope) => scope !== null && !scopes.includes(scope))).toEqual([])
})

test.each([
  ['listCourses', 'courses:read', false],
  ['createCourse', 'courses:write', false],
  ['approveStudents', 'enrolments:write', false],
  ['listCourseStudents', 'enrolments:read', false],
  ['listStudents', 'people:read', false],
  ['updateUser', 'people:write', false],
  ['replyToEndMessage', 'feedback:write', true],
  ['listAuditLog', 'school:read', false],
  ['me', 'account:read', true],
  ['changePassword', 'account:write', true],
  ['createNote', 'notes:write', true],
  ['createApiClient', null, true],
  ['rotateApiClientSecret', null, true],
  ['handoff', null, true],
  ['setSchoolIssuer', null, true],
  ['askCourse', 'assistant:write', true],
])('%s needs %s', (name, scope, needsPerson) => {
  const route = routes.find((one) => one.name === name)!
  expect(scopeOf(route)).toEqual({ scope, needsPerson })
})
