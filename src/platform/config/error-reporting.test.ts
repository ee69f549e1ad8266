import { expect, test } from 'vitest'
import { platformGroups } from './config.ts'
import { readConfig } from './read-config.ts'

const secret = 'Qx7v-2mFz9_kLpR4tYwB8nHcJ6sDgA3e'
const production = { NODE_ENV: 'production', PUBLIC_PROTOCOL: 'https', APP_SECRET: secret }
const reportingOf = (env: NodeJS.ProcessEnv) =>
  readConfig(platformGroups([]), { ...production, ...env }).errorReporting

test('reports no errors without a DSN', () => {
  expect(reportingOf({})).toBeNull()
  expect(reportingOf({ ERROR_REPORTING_RELEASE: '1' })).toBeNull()
  expect(reportingOf({ ERROR_REPORTING_DSN: 'https://key@errors.example/1' })).toMatchObject({
    dsn: { envelopeUrl: 'https://errors.example/api/1/envelope/', publicKey: 'key' },
    environment: 'production',
    release: null,
  })
})

test.each([
  [{ ERROR_REPORTING_DSN: 'https://errors.example/1' }, 'ERROR_REPORTING_DSN must be a DSN'],
  [{ ERROR_REPORTING_DSN: 'http://key@errors.example/1' }, 'ALLOW_PLAINTEXT_CONNECTIONS=errors'],
  [{ ERROR_REPORTING_ENVIRONMENT: 'a b' }, 'ERROR_REPORTING_ENVIRONMENT'],
])('rejects %j', (env, loggedLines) => {
  expect(() => reportingOf(env as NodeJS.ProcessEnv)).toThrow(loggedLines)
})

test('does not repeat a DSN in messages', () => {
  expect(() => reportingOf({ ERROR_REPORTING_DSN: 'https://key:hidden@errors.example/1' })).toThrow(
    /ERROR_REPORTING_DSN must be a DSN such as \S+$/,
  )
})
