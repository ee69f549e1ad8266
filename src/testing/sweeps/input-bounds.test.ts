import { expect, test } from 'vitest'
import { allRoutes } from '#app.ts'
import { defaultBodyLimitBytes } from '#platform/contract/route.ts'
import type { Route } from '#tenancy/contract/define-route.ts'
import { maxJsonLength } from './schema-bounds.ts'

const named = allRoutes.map((route) => [route.name, route] as const)
// Node reads no longer head of a request than this.
const headBytes = 16 * 1024

test.each(named)('%s bounds every field of its input', (_name, { params, query, body }) => {
  expect(maxJsonLength(params)).toBeLessThan(2_000)
  expect(maxJsonLength(query)).toBeLessThan(headBytes)
  expect(maxJsonLength(body)).toBeLessThan(4 * 1024 * 1024)
})

// A visitor is not known to anybody: what is longer than the usual limit is not read.
const needsLonger = ({ can, body }: Route) => can !== 'public' && maxJsonLength(body) > defaultBodyLimitBytes

test('reads long bodies only where the body’s schema needs them', () => {
  for (const route of allRoutes.filter((one) => !needsLonger(one)))
    expect(route.bodyLimitBytes, route.name).toBe(defaultBodyLimitBytes)
  for (const { name, body, bodyLimitBytes } of allRoutes.filter(needsLonger)) {
    const needed = maxJsonLength(body)
    expect(bodyLimitBytes, name).toBeGreaterThanOrEqual(needed)
    expect(bodyLimitBytes, name).toBeLessThan(needed * 1.5)
  }
})
