import { expect, test } from 'vitest'
import { addOwner } from '#accounts/index.ts'
import { mailedToken } from '#testing/builders/owner-builder.ts'
import { anAccount, aSchool, testPassword } from '#testing/builders/school-builder.ts'
import { accessibilityFaults, sidewaysScroll } from '../harness/axe.ts'
import { desktop, phone, type Visit } from '../harness/browser.ts'
import { browse, pages, takenOver, visitSchool } from '../harness/visits.ts'
import { say } from '../harness/text.ts'

visitSchool()

async function picture({ page }: Visit, name: string) {
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/account-${name}.png`, fullPage: true })
}

/** What the browser of an account has stored that logged in at the root host. */
const asStored = (account: Awaited<ReturnType<typeof anAccount>>) => ({
  ...account,
  role: 'account_user' as const,
})

/** Logs in at the root host, on the way to the account. */
async function logIn(account: { email: string }) {
  const visit = await browse(pages.product.at(null, '/account'), null)
  const { page } = visit
  await page.waitForURL(/\/login\?redirect=%2Faccount/)
  await takenOver(page)
  await page.getByRole('textbox', { name: say('accounts', 'fields.email'), exact: true }).fill(account.email)
  await page.getByRole('textbox', { name: say('accounts', 'login.password'), exact: true }).fill(testPassword)
  await page.getByRole('button', { name: say('accounts', 'login.submit'), exact: true }).click()
  await page.getByRole('heading', { name: say('accounts', 'account.title'), level: 1 }).waitFor()
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
  const owner = await logIn(account)
  const { page } = owner
  await page.getByRole('heading', { name: 'Kept School' }).waitFor()
  await picture(owner, 'schools')

  // Into one school, and from inside of it to the other, without another login.
  await page.getByRole('button', { name: 'Go in: Kept School' }).click()
  await page.waitForURL(pages.product.at(kept.school_url, '/manage'))
  await takenOver(page)
  expect(await page.evaluate(() => localStorage.getItem('user_type'))).toBe('account_user')
  await page.getByRole('button', { name: /^Your menu/ }).click()
  const other = page.getByRole('menuitem', { name: 'Given School' })
  await other.waitFor()
  await picture(owner, 'switcher')
  await other.click()
  await page.waitForURL(
    (url) => url.hostname.startsWith(`${given.school_url}.`) && url.pathname === '/manage',
  )
  await takenOver(page)

  // The new owner accepts by the mail.
  const to = await anAccount({ name: 'Nia Wanjiru' })
  const root = pages.product.at(null, '')
  await page.goto(`${root}/account/schools/${given.school_id}`)
  await takenOver(page)
  await picture(owner, 'school')
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
  const theirs = await browse(`${root}/offer?token=${await mailedToken(given, to.email)}`, asStored(to))
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
  const answer = async () => {
    const headers = { host: new URL(home).hostname }
    return (await pages.product.app.http.inject({ url: '/', headers })).statusCode
  }
  expect(await answer()).toBe(503)
  const stranger = await browse(home, null)
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
  expect(await answer()).toBe(200)
})
