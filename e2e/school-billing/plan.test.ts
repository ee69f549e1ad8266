import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandboxProviders, type SandboxProviders } from '#sandbox-providers/index.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import { phoneViewport } from '../harness/browser.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

let sandbox: SandboxProviders

setUpSchoolApp(async () => {
  sandbox = await startSandboxProviders()
  const { base_url, secret_key, webhook_keys } = sandbox.stripe.keys
  return {
    STRIPE_URL: base_url,
    STRIPE_SECRET_KEY: secret_key,
    STRIPE_WEBHOOK_SECRETS: webhook_keys.join(','),
    STRIPE_BASIC_MONTHLY_PRICE: 'price_sandbox_basic_usd_month',
    STRIPE_BASIC_YEARLY_PRICE: 'price_sandbox_basic_usd_year',
    STRIPE_PRO_MONTHLY_PRICE: 'price_sandbox_pro_usd_month',
    STRIPE_PRO_YEARLY_PRICE: 'price_sandbox_pro_usd_year',
  }
})

beforeAll(() => {
  const url = schoolApp.product.at(null, '/api/payments/v1/webhooks/stripe')
  sandbox.stripe.configureWebhooks({ url, retry_delays_ms: [500, 2_000] })
})

afterAll(() => sandbox.close())

const goodCard = /4242 4242 4242 4242/
const laterDeclinedCard = /4000 0000 0000 0341/
const dayMs = 86_400_000

const plan = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Reloads until Stripe's webhook has arrived. */
async function untilShown(page: Page, text: string) {
  await expect
    .poll(
      async () => {
        await page.reload()
        await page.getByRole('heading', { name: 'Invoices' }).waitFor()
        return page.getByText(text, { exact: true }).count()
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0)
}

test('on a phone, a school upgrades, adds seats, fails to pay, and recovers', async () => {
  const size = phoneViewport
  const school = await createTestSchool({ plan_name: 'free', currency_code: 'USD' })
  const address = schoolApp.product.at(school.school_url, '/manage/settings/plan')
  const owner = await school.owner()
  const { page, complaints } = await openPage(address, owner, { size })

  // Upgrades.
  await plan(page, 'Free plan').waitFor()
  await page.getByRole('button', { name: 'Choose Pro' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe to Pro' })
  await dialog.getByLabel('Number of seats').fill('3')
  await dialog.getByText('$15').waitFor()
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('heading', { name: /15\.00/ }).waitFor()
  expect(new URL(page.url()).origin).toBe(sandbox.address)
  await page.getByRole('button', { name: laterDeclinedCard }).click()
  await plan(page, 'Pro').getByText('0 of 3').waitFor()
  await plan(page, 'Pro').getByText('Active', { exact: true }).waitFor()
  await expectSound(page)

  // Adds seats: the preview shows the price, and the bank declines.
  await page.getByRole('button', { name: 'Change seats' }).click()
  const seats = page.getByRole('dialog', { name: 'Change seats' })
  await seats.getByLabel('Number of seats').fill('5')
  await seats.getByText('Due now').waitFor()
  expect(await seats.innerText()).toMatch(/Remaining time on 5 × Pro/)
  await seats.getByRole('button', { name: 'Confirm change' }).click()
  const pending = page.getByRole('alert', { name: 'Your change waits for its payment' })
  await pending.waitFor()
  await plan(page, 'Pro').getByText('0 of 3').waitFor()
  await expectSound(page)
  await pending.getByRole('link', { name: 'Pay invoice' }).click()
  await page.getByRole('button', { name: goodCard }).click()
  await page.getByText('paid', { exact: true }).waitFor()
  await page.goto(address)
  await untilShown(page, '0 of 5')

  // The renewal fails: the plan stays for the days of grace.
  sandbox.stripe.setSavedCardResult(owner.email, 'card_declined')
  sandbox.stripe.advanceTime(32 * dayMs)
  await untilShown(page, 'The last payment failed')
  await plan(page, 'Pro').getByText('Payment failed', { exact: true }).waitFor()
  await expectSound(page)
  const admin = await school.admin()
  const other = await openPage(schoolApp.product.at(school.school_url, '/manage'), admin, { size })
  const banner = other.page.getByRole('complementary', { name: 'The school’s plan' })
  await banner.getByText('Ask an owner of the school to pay it.').waitFor()

  await page.getByRole('alert').getByRole('button', { name: 'Change card' }).waitFor()

  // Recovers by paying the invoice with another card.
  await page.getByRole('link', { name: 'Pay invoice' }).first().click()
  await page.getByRole('button', { name: goodCard }).click()
  await page.getByText('paid', { exact: true }).waitFor()
  await page.goto(address)
  await untilShown(page, 'Active')
  await expectSound(page)
  expect(complaints).toEqual([])
})

test('an owner cancels in Stripe’s portal, and keeps the plan on the page', async () => {
  const school = await createTestSchool({ plan_name: 'free', currency_code: 'USD' })
  const address = schoolApp.product.at(school.school_url, '/manage/settings/plan')
  const { page, complaints } = await openPage(address, await school.owner(), { size: phoneViewport })
  await page.getByRole('button', { name: 'Choose Basic' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('button', { name: goodCard }).click()
  await plan(page, 'Basic').waitFor()
  await page.getByRole('button', { name: 'Change card' }).click()
  await page.getByRole('heading', { name: 'Update your card' }).waitFor()
  await page.getByRole('button', { name: goodCard }).click()
  await plan(page, 'Basic').waitFor()
  await page.getByRole('button', { name: 'Billing portal' }).click()
  await page.getByRole('button', { name: 'Cancel at the end of the period' }).click()
  await page.getByRole('link', { name: 'Return to the product' }).click()
  await plan(page, 'Basic').getByText('Ends soon').waitFor()
  await page.getByRole('button', { name: 'Keep plan' }).click()
  await plan(page, 'Basic').getByText('Active', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel the plan?' })
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Cancel plan' }).click()
  await plan(page, 'Basic').getByText('Ends soon').waitFor()
  expect(complaints).toEqual([])
})

test('admins do not find the page in their settings', async () => {
  const school = await createTestSchool({ plan_name: 'free', currency_code: 'USD' })
  const at = (path: string) => schoolApp.product.at(school.school_url, path)
  const { page } = await openPage(at('/manage/settings'), await school.admin())
  await page.getByRole('link', { name: 'Domains' }).waitFor()
  expect(await page.getByRole('link', { name: 'Plan & billing' }).count()).toBe(0)
  await page.goto(at('/manage/settings/plan'))
  await page.getByText('You do not have access to this page').first().waitFor()
})
