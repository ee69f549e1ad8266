import { expect, test } from 'vitest'
import { allRoutes } from '#app.ts'
import { defaultBodyLimitBytes } from '#platform/contract/route.ts'
import type { Route } from '#tenancy/contract/define-route.ts'
import { maxJsonLength } from './schema-bounds.ts'

const named = allRoutes.map((route) => [route.name, route] as const)
// Node accepts at most this size of request headers.
const headBytes = 16 * 1024

test.each(named)('limits every field of the input of %s', (_name, { params, query, body }) => {
  expect(maxJsonLength(params)).toBeLessThan(2_000)
  expect(maxJsonLength(query)).toBeLessThan(headBytes)
  expect(maxJsonLength(body)).toBeLessThan(4 * 1024 * 1024)
})

// A visitor is anonymous: bodies beyond the default limit are not read.
const needsLonger = ({ access, body }: Route) =>
  access !== 'public' && maxJsonLength(body) > defaultBodyLimitBytes

test('reads long bodies only if the schema of the body needs them', () => {
  for (const route of allRoutes.filter((one) => !needsLonger(one)))
    expect(route.bodyLimitBytes, route.name).toBe(defaultBodyLimitBytes)
  for (const { name, body, bodyLimitBytes } of allRoutes.filter(needsLonger)) {
    const needed = maxJsonLength(body)
    expect(bodyLimitBytes, name).toBeGreaterThanOrEqual(needed)
    expect(bodyLimitBytes, name).toBeLessThan(needed * 1.5)
  }
})
