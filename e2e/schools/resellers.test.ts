import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSchool } from '#schools/contract.ts'
import { startDnsServer } from '#testing/fakes/dns-server.ts'
import { newId } from '#platform/security/tokens.ts'
import { createTestClient } from '#testing/builders/test-client.ts'
import { createPlatformAccount } from '#testing/builders/school-builder.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

// A different root per attempt, because a root belongs to one reseller permanently.
const tag = newId().slice(-6)
const root = `lakes-${tag}.example`
let dns: Awaited<ReturnType<typeof startDnsServer>>
let putBack = () => {}
beforeAll(async () => {
  const { config } = schoolApp.product.app.services
  const { supportEmails, privilegedEmail } = config
  putBack = () => void Object.assign(config, { supportEmails, privilegedEmail, dnsServers: [] })
  config.privilegedEmail = 'privileged@lyceum.test'
  config.supportEmails = [config.privilegedEmail, 'support@lyceum.test']
  dns = await startDnsServer()
  dns.records = [{ name: 'localhost', type: 'A', data: '203.0.113.9' }]
  config.dnsServers = [dns.address]
})
afterAll(async () => {
  putBack()
  await dns.close()
})

async function sound(page: Page, name: string) {
  expect(await accessibilityIssues(page)).toEqual([])
  await page.setViewportSize(phoneViewport)
  expect(await horizontalOverflow(page), name).toBe(0)
  await page.setViewportSize(desktopViewport)
  await takeScreenshot(page, name)
}

async function takeScreenshot(page: Page, name: string) {
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true })
}

test('the privileged account creates a reseller, whose school shows only its brand', async () => {
  const admin = { ...(await createPlatformAccount('privileged')), role: 'account_user' as const }
  const { page, complaints } = await openPage(schoolApp.product.at(null, '/console/resellers'), admin)
  await page.getByRole('link', { name: 'Add reseller' }).first().click()
  const field = (name: RegExp) => page.getByRole('textbox', { name })
  await field(/^Name(?! of)/).fill('Campus of the Lakes')
  await field(/^Root domain/).fill(root)
  await field(/^Sender name/).fill('Lakes Post')
  await field(/^Sender address/).fill(`post@${root}`)
  await field(/^Text/).fill('#f0f0f0')
  await page.getByText('Some colours do not have enough contrast.', { exact: false }).waitFor()
  await sound(page, 'reseller-new')
  await page.getByRole('button', { name: 'Fix all' }).click()
  await page.getByRole('button', { name: 'Add reseller' }).click()
  await page.getByRole('heading', { name: 'Campus of the Lakes', level: 1 }).waitFor()

  const look = page.getByRole('button', { name: 'Check now' })
  await look.click()
  await page.getByText('TXT record not found').waitFor()
  const proof = page.getByRole('region', { name: /^1\. Verify/ })
  const value = (await proof.locator('pre').nth(1).innerText()).trim()
  dns.records.push({ name: `_school-verification.${root}`, type: 'TXT', data: value })
  dns.records.push({ name: root, type: 'A', data: '198.51.100.7' })
  await look.click()
  await page.getByText('The domain points to another server').waitFor()
  await page.getByText('Found: 198.51.100.7').waitFor()
  await sound(page, 'reseller-records')
  dns.records.pop()
  dns.records.push({ name: root, type: 'CNAME', data: 'localhost' })
  await look.click()
  await page.getByText('Domain active').waitFor()
  await page.getByText('Sender verified').waitFor()

  const { app } = schoolApp.product
  const { url } = await createTestClient(app, root, null).api(createSchool, {
    name: 'Lakeside Trades',
    school_url: `lakeside-${tag}`,
    currency_code: 'UGX',
    country: 'UG',
    time_zone: 'Africa/Kampala',
    language: 'en',
    owner: { name: 'Amina Okello', email: 'amina@people.test', password: 'a long enough phrase 7' },
  })
  expect(new URL(url).hostname).toBe(`lakeside-${tag}.${root}`)
  const school = await openPage(url, null, { size: phoneViewport })
  await school.page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await school.page.title()).toContain('Lakeside Trades')
  expect(await school.page.content()).not.toMatch(/lyceum/i)
  expect(await horizontalOverflow(school.page)).toBe(0)
  await takeScreenshot(school.page, 'reseller-school')
  await school.page.goto(schoolApp.product.at(null).replace('localhost', root))
  await school.page.getByText('Campus of the Lakes').first().waitFor()
  expect(await school.page.content()).not.toMatch(/lyceum/i)

  await page.reload()
  await page.getByRole('link', { name: 'Lakeside Trades' }).waitFor()
  await page.getByRole('button', { name: 'Suspend reseller' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('No new schools can be created at its root domain.', { exact: false }).waitFor()
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('The contract ended')
  await dialog.getByRole('button', { name: 'Suspend reseller' }).click()
  await page
    .getByText('Suspended: no new schools can be created at its root domain.', { exact: false })
    .waitFor()
  await takeScreenshot(page, 'reseller')
  await page.getByRole('link', { name: 'Resellers' }).first().click()
  await page.getByRole('cell', { name: /Campus of the Lakes/ }).waitFor()
  await takeScreenshot(page, 'resellers')
  expect(complaints).toEqual([])
})
