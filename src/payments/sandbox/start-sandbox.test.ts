import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { loadConfig } from '#config.ts'
import { testSecret } from '#testing/harness/databases.ts'
import { startPaymentSandbox } from './start-sandbox.ts'

const log = pino({ level: 'silent' })

async function start(env: NodeJS.ProcessEnv) {
  const stops: (() => Promise<unknown>)[] = []
  const config = loadConfig({
    APP_SECRET: testSecret,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'sandbox-')),
    ...env,
  })
  const running = { config, log, onStop: (stop: () => Promise<unknown>) => void stops.push(stop) }
  const { payments } = (await startPaymentSandbox(running)).config
  const status = await fetch(`${payments.baseUrls.paystack}/transaction/verify/ord-1-a1`, {
    headers: { authorization: `Bearer ${payments.accounts.paystack?.secret_key}` },
  }).then(
    (response) => response.status,
    () => null,
  )
  for (const stop of stops) await stop()
  return { config, payments, status, stops: stops.length }
}

test('without keys, the product pays at stand-ins on this machine', async () => {
  const { payments, status } = await start({ NODE_ENV: 'test' })
  expect(Object.keys(payments.accounts).sort()).toEqual(['flutterwave', 'paystack', 'stripe'])
  for (const url of Object.values(payments.baseUrls)) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+/)
  for (const account of Object.values(payments.accounts)) expect(account).toMatchObject({ mode: 'test' })
  // The stand-in accepts its key, and has no such payment.
  expect(status).toBe(404)
})

test.each([
  ['a provider with keys', { PAYSTACK_SECRET_KEY: 'sk_test_1', PAYSTACK_URL: 'http://127.0.0.1:1' }],
  ['PAYMENT_SANDBOX=off', { PAYMENT_SANDBOX: 'off', PAYSTACK_URL: 'http://127.0.0.1:1' }],
])('%s starts no sandbox', async (_name, env) => {
  const { config, payments, stops } = await start({ NODE_ENV: 'test', ...env })
  expect(payments).toEqual(config.payments)
  expect(stops).toBe(0)
})

test('production refuses the sandbox', async () => {
  const production = {
    NODE_ENV: 'production',
    APP_SECRET: 'Xq3vLw8ZbT1nRk6YpD0sHc5JmG9fUe2A',
    PUBLIC_PROTOCOL: 'https',
  }
  expect(loadConfig(production).payments.runsSandbox).toBe(false)
  expect(() => loadConfig({ ...production, PAYMENT_SANDBOX: 'on' })).toThrow(
    'PAYMENT_SANDBOX must be off in production: nobody pays in the sandbox',
  )
  const config = loadConfig(production)
  const forced = { ...config, payments: { ...config.payments, runsSandbox: true } }
  await expect(startPaymentSandbox({ config: forced, log, onStop: () => {} })).rejects.toThrow(
    'never runs in production',
  )
})
