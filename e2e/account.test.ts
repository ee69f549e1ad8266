import { expect, test } from 'vitest'
import { addOwner } from '#accounts/index.ts'
import { mailedToken } from '#testing/ownership-stories.ts'
import { anAccount, aSchool, testPassword } from '#testing/stories.ts'
import { accessibilityFaults, sidewaysScroll } from './axe.ts'
import { desktop, phone, type Visit } from './browser.ts'
import { browse, pages, visitSchool } from './visits.ts'

visitSchool()

async function picture({ page }: Visit, name: string) {
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/account-${name}.png`, fullPage: true })
}

/** A browser in which an account is logged in at the root host. */
async function atRoot(account: { token: string }, path: string) {
  const root = pages.product.at(null, '')
  const visit = await browse(`${root}/find-school`, null)
  await visit.page.evaluate((token) => {
    localStorage.setItem('user_token', token)
    localStorage.setItem('user_type', 'account_user')
  }, account.token)
  await visit.page.goto(`${root}${path}`)
  await visit.page.waitForLoadState('networkidle')
  return visit
}

async function soundAtBothWidths(visit: Visit, name: string) {
  const { page } = visit
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(visit, name)
  await page.setViewportSize(phone)
  expect(await sidewaysScroll(page)).toBe(0)
  await picture(visit, `${name}-phone`)
  await page.setViewportSize(desktop)
}

test('an owner goes from school to school, hands one over, closes the other and undoes it', async () => {
  const account = await anAccount({ name: 'Ada Obi' })
  const [kept, given] = [await aSchool({ name: 'Kept School' }), await aSchool({ name: 'Given School' })]
  for (const school of [kept, given]) await school.inside((ctx) => addOwner(ctx, account.id))
  const owner = await atRoot(account, '/account')
  const { page } = owner
  await page.getByRole('heading', { name: 'Kept School' }).waitFor()
  await soundAtBothWidths(owner, 'schools')

  // Into one school, and from inside of it to the other, without another login.
  await page.getByRole('button', { name: 'Go in: Kept School' }).click()
  await page.waitForURL(/\/manage/)
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: /^Your menu/ }).click()
  const other = page.getByRole('menuitem', { name: 'Given School' })
  await other.waitFor()
  await picture(owner, 'switcher')
  await other.click()
  await page.waitForURL(
    (url) => url.hostname.startsWith(`${given.school_url}.`) && url.pathname === '/manage',
  )
  await page.waitForLoadState('networkidle')

  // The new owner accepts by the mail.
  const to = await anAccount({ name: 'Nia Wanjiru' })
  const root = pages.product.at(null, '')
  await page.goto(`${root}/account/schools/${given.school_id}`)
  await page.waitForLoadState('networkidle')
  await soundAtBothWidths(owner, 'school')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await dialog.getByRole('textbox', { name: /^E-mail/ }).fill('new-admin@people.test')
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(owner, 'invite')
  await dialog.getByLabel(/^Your password/).fill(testPassword)
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await page.getByText('Invited into 1 school.').waitFor()
  await page.getByRole('button', { name: 'Hand over' }).click()
  await dialog.getByRole('textbox', { name: /^E-mail of the new owner/ }).fill(to.email)
  await dialog.getByLabel(/^Your password/).fill(testPassword)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(owner, 'handover')
  await dialog.getByRole('button', { name: 'Send the offer' }).click()
  await page.getByRole('region', { name: 'Waiting for an answer' }).getByText(to.email).waitFor()
  const theirs = await atRoot(to, `/offer?token=${await mailedToken(given, to.email)}`)
  await theirs.page.getByRole('heading', { name: 'A school for you' }).waitFor()
  await soundAtBothWidths(theirs, 'offer')
  await theirs.page.getByRole('button', { name: 'Accept' }).click()
  await theirs.page.getByRole('heading', { name: 'Given School' }).waitFor()
  await page.goto(`${root}/account`)
  await page.getByRole('heading', { name: 'Kept School' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Given School' }).count()).toBe(0)

  // Closing: strangers meet a plain page, people a banner; undone, everything is back.
  await page.getByRole('link', { name: 'Manage: Kept School' }).click()
  await page.getByRole('button', { name: 'Close the school' }).click()
  await dialog.getByRole('textbox', { name: /^Type the school’s address/ }).fill(kept.school_url)
  await dialog.getByLabel(/^Your password/).fill(testPassword)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(owner, 'close')
  await dialog.getByRole('button', { name: 'Close the school' }).click()
  await page.getByRole('heading', { name: 'This school is closing' }).waitFor()
  await soundAtBothWidths(owner, 'closing')
  const home = pages.product.at(kept.school_url, '/')
  const stranger = await browse(home, null)
  expect((await stranger.page.goto(home))?.status()).toBe(503)
  await stranger.page.getByRole('heading', { name: 'This school is closing' }).waitFor()
  await soundAtBothWidths(stranger, 'stranger')
  await page.getByRole('button', { name: 'Go in' }).click()
  await page.waitForURL(pages.product.at(kept.school_url, '/manage'))
  await page.getByRole('complementary', { name: 'This school is closing' }).waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await soundAtBothWidths(owner, 'inside')
  await page.goto(`${root}/account/schools/${kept.school_id}`)
  await page.getByRole('button', { name: 'Undo the closing' }).click()
  await page.getByRole('button', { name: 'Close the school' }).waitFor()
  expect((await stranger.page.goto(home))?.status()).toBe(200)
})
