import { expect, test } from 'vitest'
import { loadConfig } from '#config.ts'
import type { ConfigError } from '#platform/config/read-config.ts'

const production = {
  NODE_ENV: 'production',
  APP_SECRET: 'Xq3vLw8ZbT1nRk6YpD0sHc5JmG9fUe2A',
  PUBLIC_PROTOCOL: 'https',
}
const errorsOf = (env: NodeJS.ProcessEnv) => {
  try {
    loadConfig(env)
    return []
  } catch (error) {
    return (error as ConfigError).errors
  }
}

test('has no provider account by default, and would use Flutterwave first', () => {
  expect(loadConfig({ APP_SECRET: production.APP_SECRET }).payments).toMatchObject({
    primary: 'flutterwave',
    isStripeEnabled: false,
    accounts: {},
  })
})

test('reads the keys of several providers, with the previous ones for webhooks', () => {
  const { accounts } = loadConfig({
    APP_SECRET: production.APP_SECRET,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRETS: 'whsec_1,whsec_2',
    PAYSTACK_SECRET_KEY: 'sk_live_1',
    PAYSTACK_PREVIOUS_SECRET_KEY: 'sk_live_0',
  }).payments
  expect(accounts).toEqual({
    stripe: { secret_key: 'sk_test_1', webhook_keys: ['whsec_1', 'whsec_2'], mode: 'test' },
    paystack: { secret_key: 'sk_live_1', webhook_keys: ['sk_live_1', 'sk_live_0'], mode: 'live' },
  })
})

test.each(['STRIPE_SECRET_KEY', 'PAYSTACK_SECRET_KEY', 'FLUTTERWAVE_SECRET_KEY'])(
  'refuses a test key in %s in production',
  (name) => {
    const key = (mode: 'test' | 'live') =>
      name.startsWith('FLUTTER') ? (mode === 'test' ? 'FLWSECK_TEST-1' : 'FLWSECK-1') : `sk_${mode}_1`
    const env = { ...production, STRIPE_WEBHOOK_SECRETS: 'whsec_1', FLUTTERWAVE_WEBHOOK_HASHES: 'hash' }
    const others = {
      STRIPE_SECRET_KEY: 'sk_live_1',
      FLUTTERWAVE_SECRET_KEY: 'FLWSECK-1',
    }
    expect(errorsOf({ ...env, ...others, [name]: key('live') })).not.toContainEqual(
      expect.stringContaining(name),
    )
    expect(errorsOf({ ...env, ...others, [name]: key('test') })).toContainEqual(
      expect.stringMatching(`${name}.* live mode`),
    )
  },
)
