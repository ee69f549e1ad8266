import { expect, test } from 'vitest'
import { loadConfig } from '#config.ts'
import type { ConfigError } from '#platform/config/read-config.ts'

const DATA_DIR = '.test-output/config-oidc'
const load = (env: NodeJS.ProcessEnv) => loadConfig({ DATA_DIR, ...env })
const whole = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'lyceum', OIDC_CLIENT_SECRET: 'secret' }

function errorsOf(env: NodeJS.ProcessEnv) {
  try {
    load(env)
    return []
  } catch (error) {
    return (error as ConfigError).errors
  }
}

test('requires all settings of an issuer, or none', () => {
  expect(load({}).oidc).toBeNull()
  expect(load(whole).oidc).toEqual({
    issuer: 'https://id.example',
    clientId: 'lyceum',
    clientSecret: 'secret',
    name: 'Google',
  })
  expect(load({ ...whole, OIDC_NAME: 'City network' }).oidc?.name).toBe('City network')
  expect(errorsOf({ OIDC_ISSUER: 'https://id.example' })).toEqual([
    'OIDC_CLIENT_ID is required with OIDC_ISSUER',
    'OIDC_CLIENT_SECRET is required with OIDC_ISSUER',
  ])
  expect(errorsOf({ ...whole, OIDC_ISSUER: '' })).toEqual([
    'OIDC_CLIENT_ID is set, but OIDC_ISSUER is not',
    'OIDC_CLIENT_SECRET is set, but OIDC_ISSUER is not',
  ])
})

test.each(['id.example', 'ftp://id.example', 'https://me:pass@id.example', 'https://id.example?x=1'])(
  'rejects %s as an issuer',
  (OIDC_ISSUER) => expect(errorsOf({ ...whole, OIDC_ISSUER })).toHaveLength(1),
)

test('requires https for an issuer in production', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_PROTOCOL: 'https',
    APP_SECRET: 'k7Hq2vXz9LmP4sRt8WyB3nCd6FgJ1aEu',
  }
  expect(errorsOf({ ...production, ...whole })).toEqual([])
  expect(errorsOf({ ...production, ...whole, OIDC_ISSUER: 'http://id.example' })).toHaveLength(1)
})
