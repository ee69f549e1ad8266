import { expect, test } from 'vitest'
import { loadConfig } from '#config.ts'

const secret = 'Qx7v-2mFz9_kLpR4tYwB8nHcJ6sDgA3e'
const analyticsOf = (env: NodeJS.ProcessEnv) => loadConfig({ APP_SECRET: secret, ...env }).analytics
const production = { NODE_ENV: 'production', PUBLIC_PROTOCOL: 'https' }

test('is active in production only, unless configured otherwise', () => {
  expect(analyticsOf({ NODE_ENV: 'development' }).enabled).toBe(false)
  expect(analyticsOf({ NODE_ENV: 'test' }).enabled).toBe(false)
  expect(analyticsOf({ ANALYTICS_ENABLED: 'on' }).enabled).toBe(true)
  expect(analyticsOf(production).enabled).toBe(true)
  expect(analyticsOf({ ...production, ANALYTICS_ENABLED: 'off' }).enabled).toBe(false)
})

test('has no provider unless its URL and token are set', () => {
  expect(analyticsOf(production).provider).toBeNull()
  const named = { ANALYTICS_URL: 'https://events.example/', ANALYTICS_TOKEN: 'public' }
  expect(analyticsOf({ ...production, ...named }).provider).toEqual({
    url: 'https://events.example',
    token: 'public',
  })
})

test.each([
  [{ ANALYTICS_URL: 'https://events.example' }, 'ANALYTICS_TOKEN'],
  [{ ANALYTICS_TOKEN: 'public' }, 'ANALYTICS_URL'],
  [{ ANALYTICS_URL: 'ftp://events.example', ANALYTICS_TOKEN: 'public' }, 'ANALYTICS_URL'],
  [
    { ANALYTICS_URL: 'http://events.example', ANALYTICS_TOKEN: 'public' },
    'ALLOW_PLAINTEXT_CONNECTIONS=analytics',
  ],
  [{ ANALYTICS_RETENTION_DAYS: '6' }, 'ANALYTICS_RETENTION_DAYS'],
  [{ ANALYTICS_ENABLED: 'yes' }, 'ANALYTICS_ENABLED'],
])('reports %j as an invalid value of %s', (env, loggedLines) => {
  expect(() => analyticsOf({ ...production, ...env } as NodeJS.ProcessEnv)).toThrow(loggedLines)
})
