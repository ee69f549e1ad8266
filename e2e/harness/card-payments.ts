import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { startSandboxProviders, type SandboxProviders } from '#sandbox-providers/index.ts'
import { schoolApp, setUpSchoolApp } from './open-page.ts'

/** The stand-ins of the payment providers, for the tests of a file that called `setUpPaidSchoolApp`. */
export let sandbox: SandboxProviders

/** Like `setUpSchoolApp`, with a product that sells through the stand-in for Flutterwave and gets its webhooks. */
export function setUpPaidSchoolApp() {
  setUpSchoolApp(async () => {
    sandbox = await startSandboxProviders()
    const { base_url, secret_key, webhook_keys } = sandbox.flutterwave.keys
    return {
      FLUTTERWAVE_URL: base_url,
      FLUTTERWAVE_SECRET_KEY: secret_key,
      FLUTTERWAVE_WEBHOOK_HASHES: webhook_keys.join(','),
    }
  })
  beforeAll(() => {
    const url = schoolApp.product.at(null, '/api/payments/v1/webhooks/flutterwave')
    sandbox.flutterwave.configureWebhooks({ url })
  })
  afterAll(() => sandbox.close())
}

/** Button of the test card that pays, on the provider's page. */
export const goodCard = /5531 8866 5214 2950/

/** Pays on the provider's page with the test card, which asks for its PIN and a one-time password. */
export async function payByCard(page: Page) {
  await page.getByRole('button', { name: goodCard }).click()
  await page.getByLabel('Card PIN').fill('3310')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('One-time password').fill('12345')
  await page.getByRole('button', { name: 'Continue' }).click()
}
