import { expect, test } from 'vitest'
import { allRoutes } from '#app.ts'
import type { Route } from '#tenancy/contract/define-route.ts'
import { scopeAreaOf, routeScopeOf } from './route-scope.ts'
import { scopes } from './scopes.ts'

test('gives every route exactly one scope, or reserves it for persons', () => {
  expect(allRoutes.filter((route) => scopeAreaOf(route) === undefined).map(({ name }) => name)).toEqual([])
})

test('closes unassigned routes to clients', () => {
  const route = { path: '/brand-new/v1', method: 'GET' } as Route
  expect(scopeAreaOf(route)).toBeUndefined()
  expect(routeScopeOf(route)).toEqual({ scope: null, needsPerson: true })
})

test('uses every scope for some route', () => {
  const used = new Set(allRoutes.map((route) => routeScopeOf(route).scope))
  // Files are read outside of contracts: src/testing/sweeps/undeclared-routes.test.ts.
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
  ['replyToEndOfCourseMessage', 'feedback:write', true],
  ['listAuditLog', 'school:read', false],
  ['getMe', 'account:read', true],
  ['changePassword', 'account:write', true],
  ['createNote', 'notes:write', true],
  ['createApiClient', null, true],
  ['rotateApiClientSecret', null, true],
  ['createHandoff', null, true],
  ['setSchoolIssuer', null, true],
  ['listQuestions', 'assessments:read', false],
  ['askQuestion', 'assistant:write', true],
])('requires for %s the scope %s', (name, scope, needsPerson) => {
  const route = allRoutes.find((one) => one.name === name)!
  expect(routeScopeOf(route)).toEqual({ scope, needsPerson })
})
