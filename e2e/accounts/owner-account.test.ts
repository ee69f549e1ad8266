import { expect, test } from 'vitest'
import { addOwner } from '#accounts/index.ts'
import { readMailedToken } from '#testing/builders/owner-builder.ts'
import { createTestAccount, createTestSchool, testPassword } from '#testing/builders/school-builder.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { desktopViewport, phoneViewport, type BrowserPage } from '../harness/browser.ts'
import { openPage, schoolApp, waitForHydration, setUpSchoolApp } from '../harness/open-page.ts'
import { uiText } from '../harness/text.ts'

setUpSchoolApp()

async function takeScreenshot({ page }: BrowserPage, name: string) {
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/account-${name}.png`, fullPage: true })
}

/** Browser storage of an account that is logged in at the root host. */
const asStored = (account: Awaited<ReturnType<typeof createTestAccount>>) => ({
  ...account,
  role: 'account_user' as const,
})

/** Logs in at the root host and returns to the account page. */
async function logIn(account: { email: string }) {
  const visit = await openPage(schoolApp.product.at(null, '/account'), null)
  const { page } = visit
  await page.waitForURL(/\/login\?redirect=%2Faccount/)
  await waitForHydration(page)
  await page
    .getByRole('textbox', { name: uiText('accounts', 'fields.email'), exact: true })
    .fill(account.email)
  await page
    .getByRole('textbox', { name: uiText('accounts', 'login.password'), exact: true })
    .fill(testPassword)
  await page.getByRole('button', { name: uiText('accounts', 'login.submit'), exact: true }).click()
  await page.getByRole('heading', { name: uiText('accounts', 'account.title'), level: 1 }).waitFor()
  return visit
}

async function soundAtBothWidths(visit: BrowserPage, name: string) {
  const { page } = visit
  expect(await accessibilityIssues(page)).toEqual([])
  await takeScreenshot(visit, name)
  await page.setViewportSize(phoneViewport)
  expect(await horizontalOverflow(page)).toBe(0)
  await takeScreenshot(visit, `${name}-phone`)
  await page.setViewportSize(desktopViewport)
}

test('an owner enters schools, transfers one, closes another and cancels it', async () => {
  const account = await createTestAccount({ name: 'Ada Obi' })
  const [remainingSchool, given] = [
    await createTestSchool({ name: 'Kept School' }),
    await createTestSchool({ name: 'Given School' }),
  ]
  for (const school of [remainingSchool, given]) await school.transact((ctx) => addOwner(ctx, account.id))
  const owner = await logIn(account)
  const { page } = owner
  await page.getByRole('heading', { name: 'Kept School' }).waitFor()
  await takeScreenshot(owner, 'schools')

  // Enters one school, and from it the other, without another login.
  await page.getByRole('button', { name: 'Go to school: Kept School' }).click()
  await page.waitForURL(schoolApp.product.at(remainingSchool.school_url, '/manage'))
  await waitForHydration(page)
  expect(await page.evaluate(() => localStorage.getItem('user_type'))).toBe('account_user')
  await page.getByRole('button', { name: /^Your menu/ }).click()
  const other = page.getByRole('menuitem', { name: 'Given School' })
  await other.waitFor()
  await takeScreenshot(owner, 'switcher')
  await other.click()
  await page.waitForURL(
    (url) => url.hostname.startsWith(`${given.school_url}.`) && url.pathname === '/manage',
  )
  await waitForHydration(page)

  // The new owner accepts by the mailed link.
  const to = await createTestAccount({ name: 'Nia Wanjiru' })
  const root = schoolApp.product.at(null, '')
  await page.goto(`${root}/account/schools/${given.school_id}`)
  await waitForHydration(page)
  await takeScreenshot(owner, 'school')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Invite person', exact: true }).click()
  await dialog.getByRole('textbox', { name: /^E-mail/ }).fill('new-admin@people.test')
  expect(await accessibilityIssues(page)).toEqual([])
  await takeScreenshot(owner, 'invite')
  await dialog.getByLabel(/^Your password/).fill(testPassword)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('Invitation sent for 1 school.').waitFor()
  await page.getByRole('button', { name: 'Transfer school' }).click()
  await dialog.getByRole('textbox', { name: /^E-mail address of the new owner/ }).fill(to.email)
  await dialog.getByLabel(/^Your password/).fill(testPassword)
  expect(await accessibilityIssues(page)).toEqual([])
  await takeScreenshot(owner, 'handover')
  await dialog.getByRole('button', { name: 'Send offer' }).click()
  await page.getByRole('region', { name: 'Pending offers' }).getByText(to.email).waitFor()
  const theirs = await openPage(
    `${root}/ownership-offer?token=${await readMailedToken(given, to.email)}`,
    asStored(to),
  )
  await theirs.page.getByRole('heading', { name: 'Become the owner of a school' }).waitFor()
  await soundAtBothWidths(theirs, 'offer')
  await theirs.page.getByRole('button', { name: 'Accept offer' }).click()
  await theirs.page.getByRole('heading', { name: 'Given School' }).waitFor()
  await page.goto(`${root}/account`)
  await page.getByRole('heading', { name: 'Kept School' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Given School' }).count()).toBe(0)

  // While closing, visitors see a plain page and people a banner; after cancelling, everything is restored.
  await page.getByRole('link', { name: 'Manage: Kept School' }).click()
  await page.getByRole('button', { name: 'Close school' }).click()
  await dialog.getByRole('textbox', { name: /^School address/ }).fill(remainingSchool.school_url)
  await dialog.getByLabel(/^Your password/).fill(testPassword)
  expect(await accessibilityIssues(page)).toEqual([])
  await takeScreenshot(owner, 'close')
  await dialog.getByRole('button', { name: 'Close school' }).click()
  await page.getByRole('heading', { name: 'This school is closing' }).waitFor()
  await soundAtBothWidths(owner, 'closing')
  const home = schoolApp.product.at(remainingSchool.school_url, '/')
  const answer = async () => {
    const headers = { host: new URL(home).hostname }
    return (await schoolApp.product.app.http.inject({ url: '/', headers })).statusCode
  }
  expect(await answer()).toBe(503)
  const visitor = await openPage(home, null)
  await visitor.page.getByRole('heading', { name: 'This school is closing' }).waitFor()
  await soundAtBothWidths(visitor, 'stranger')
  await page.getByRole('button', { name: 'Go to school' }).click()
  await page.waitForURL(schoolApp.product.at(remainingSchool.school_url, '/manage'))
  await page.getByRole('complementary', { name: 'This school is closing' }).waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await soundAtBothWidths(owner, 'inside')
  await page.goto(`${root}/account/schools/${remainingSchool.school_id}`)
  await page.getByRole('button', { name: 'Reopen school' }).click()
  await page.getByRole('button', { name: 'Close school' }).waitFor()
  expect(await answer()).toBe(200)
})
