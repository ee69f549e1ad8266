import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { listVisits } from '#support/contract.ts'
import { createSupportAccount, supportReason } from '#testing/builders/support-builder.ts'
import { resetClock, setClock } from '#testing/builders/school-builder.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { phoneViewport } from '../harness/browser.ts'
import { openPage, schoolApp, waitForHydration, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

async function takeScreenshot(page: Page, name: string) {
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/support-${name}.png`, fullPage: true })
}

test('support enters a school, reads, gets write access and is sent away by the owner', async () => {
  const { services } = schoolApp.product.app
  let ahead = 0
  // Each code of an app works once, so the clocks of both servers advance with it.
  const now = () => new Date(Date.now() + ahead)
  const clock = { now, pass: (ms: number) => void (ahead += ms) }
  const { now: before, config } = services
  const { supportEmails } = config
  // The next files of this worker share the product: a clock that is ahead would delay them.
  onTestFinished(() => {
    services.now = before
    config.supportEmails = supportEmails
    resetClock()
  })
  services.now = now
  setClock(now)
  const helper = await createSupportAccount(clock)
  config.supportEmails = [...supportEmails, helper.email]
  await helper.enrol()

  const root = schoolApp.product.at(null, '')
  const { page, complaints } = await openPage(`${root}/health/live`, null)
  await page.evaluate((token) => {
    localStorage.setItem('user_token', token)
    localStorage.setItem('user_type', 'account_user')
  }, helper.token)
  await page.goto(`${root}/support`)
  await page.getByRole('heading', { name: 'Enter a school' }).waitFor()
  await waitForHydration(page)
  await page.getByRole('textbox', { name: /^School address/ }).fill(schoolApp.school.school_url)
  await page.getByRole('textbox', { name: /^Reason/ }).fill(supportReason)
  await takeScreenshot(page, 'enter')
  await page.getByRole('textbox', { name: /^Code from your app/ }).fill(helper.code())
  await page.getByRole('button', { name: 'Enter school' }).click()

  const banner = page.getByRole('region', { name: 'Support visit', exact: true })
  await banner.getByText('Read-only').waitFor()
  await page.waitForLoadState('networkidle')
  expect(await banner.innerText()).toContain(helper.email)
  await banner.getByRole('button', { name: 'Turn on write access' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^What do you need to change/ }).fill('The owner asked us to.')
  await dialog.getByRole('textbox', { name: /^Code from your app/ }).fill(helper.code())
  expect(await accessibilityIssues(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Turn on write access' }).click()
  await banner.getByText('Write access:').waitFor()

  await page.goto(schoolApp.at('/manage/activity'))
  await page.getByText(`Reason: ${supportReason}`).first().waitFor()
  const entered = page.getByRole('row').filter({ hasText: '(platform support) started a visit' })
  await entered.getByText(supportReason).first().waitFor()
  await takeScreenshot(page, 'activity')
  await page.setViewportSize(phoneViewport)
  expect(await horizontalOverflow(page)).toBe(0)

  const owner = await schoolApp.school.owner()
  const theirs = await openPage('/manage/activity', owner)
  await waitForHydration(theirs.page)
  expect(await theirs.page.getByRole('region', { name: 'Support visit', exact: true }).count()).toBe(0)
  await theirs.page.getByRole('button', { name: `End the visit by ${helper.email}` }).click()
  await theirs.page.getByRole('dialog').getByRole('button', { name: 'End visit' }).click()
  await theirs.page.getByText('Ended by an owner').waitFor()
  expect((await owner.api(listVisits, {})).data).toMatchObject([
    { is_open: false, end_cause: 'ended_by_owner' },
  ])

  // The next request of support is answered with 401, and the login page opens.
  await page.reload()
  await page.waitForURL(/\/login/)
  expect(theirs.complaints).toEqual([])
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([])
})
