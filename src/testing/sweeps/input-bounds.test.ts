import { expect, test } from 'vitest'
import { routes } from '#app.ts'
import { defaultBodyLimitBytes, type Route } from '#platform/contract/route.ts'
import { longestJson } from './schema-bounds.ts'

const named = routes.map((route) => [route.name, route] as const)
// Node reads no longer head of a request than this.
const headBytes = 16 * 1024

test.each(named)('%s bounds every field of its input', (_name, { params, query, body }) => {
  expect(longestJson(params)).toBeLessThan(2_000)
  expect(longestJson(query)).toBeLessThan(headBytes)
  expect(longestJson(body)).toBeLessThan(4 * 1024 * 1024)
})

// A visitor is not known to anybody: what is longer than the usual limit is not read.
const needsLonger = ({ can, body }: Route) => can !== 'public' && longestJson(body) > defaultBodyLimitBytes

test('reads long bodies only where the body’s schema needs them', () => {
  for (const route of routes.filter((one) => !needsLonger(one)))
    expect(route.bodyLimitBytes, route.name).toBe(defaultBodyLimitBytes)
  for (const { name, body, bodyLimitBytes } of routes.filter(needsLonger)) {
    const needed = longestJson(body)
    expect(bodyLimitBytes, name).toBeGreaterThanOrEqual(needed)
    expect(bodyLimitBytes, name).toBeLessThan(needed * 1.5)
  }
})
