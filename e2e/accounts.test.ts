import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testPassword, type Person } from '#testing/stories.ts'
import { accessibilityFaults, sidewaysScroll } from './axe.ts'
import { desktop, openBrowser, phone, type Visit } from './browser.ts'
import { startSchool, storedBy, type SchoolPages } from './school-pages.ts'
import { keepSession } from './session.ts'
import { say } from './words.ts'

let pages: SchoolPages
let visits: Visit[] = []
const passphrase = 'three plain words'

beforeAll(async () => {
  pages = await startSchool()
})
afterEach(async () => {
  const complaints = visits.flatMap((visit) => visit.complaints)
  await Promise.all(visits.map((visit) => visit.context.close()))
  visits = []
  // The browser itself notes each refused request; anything else is a fault of the page.
  const faults = complaints.filter((complaint) => !/status of (400|401|409|422)/.test(complaint))
  if (faults.length > 0) throw new Error(faults.join('\n'))
})
afterAll(() => pages.close())

async function visit(
  path: string,
  { person, ...options }: Parameters<typeof openBrowser>[0] & { person?: Person } = {},
) {
  const opened = await openBrowser(options)
  visits.push(opened)
  if (person) await keepSession(opened.context, storedBy(person))
  await opened.page.goto(path.startsWith('http') ? path : pages.at(path), { waitUntil: 'networkidle' })
  return opened.page
}

const text = (key: string, values?: Record<string, string>) => say('accounts', key, values)
const field = (page: Page, key: string) => page.getByRole('textbox', { name: text(key), exact: true })
const press = (page: Page, key: string) => page.getByRole('button', { name: text(key), exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()

async function expectSound(page: Page) {
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
}

/** The link in the newest mail to somebody. */
async function linkTo(address: string, part: string) {
  await expect.poll(() => pages.product.mailbox.linkTo(address, part), { timeout: 15_000 }).toBeTruthy()
  return pages.product.mailbox.linkTo(address, part)!
}

describe('logging in', () => {
  test('says what is wrong beside the form, and what is missing beside the field', async () => {
    const student = await pages.school.student()
    const page = await visit('/login?redirect=/profile', { size: phone })
    await press(page, 'login.submit')
    await expectSound(page)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('user_code')
    await field(page, 'login.userCode').fill(student.email)
    await field(page, 'login.password').fill('not the password')
    await press(page, 'login.submit')
    await page.getByText(text('errors.credentials_wrong')).waitFor()
    await expectSound(page)
    await field(page, 'login.password').fill(testPassword)
    await page.keyboard.press('Enter')
    await heading(page, text('profile.title'))
    expect(page.url()).toBe(pages.at('/profile'))
    expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual([
      'user_details',
      'user_token',
      'user_type',
    ])
  })

  test('by keyboard alone; the door is remembered, and nobody is sent to another site', async () => {
    const teacher = await pages.school.teacher()
    const page = await visit('/login?redirect=//evil.test/')
    await page.getByRole('radio', { name: 'Student' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
    await page.keyboard.type(teacher.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(testPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL(pages.at('/manage'))
    await page.evaluate(() => localStorage.clear())
    await page.goto(pages.at('/login'), { waitUntil: 'networkidle' })
    expect(await page.getByRole('radio', { name: 'Teacher' }).isChecked()).toBe(true)
  })
})

test('a teacher registers, waits, is accepted, and comes in', async () => {
  const email = 'tola@people.test'
  const page = await visit('/register?as=teacher', { size: phone, dark: true })
  await field(page, 'fields.name').fill('Tola Ade')
  await field(page, 'fields.email').fill(email)
  await field(page, 'login.password').fill('password1')
  await press(page, 'register.ask')
  await page.getByText(text('errors.too_common')).first().waitFor()
  await expectSound(page)
  await field(page, 'login.password').fill(passphrase)
  await press(page, 'register.ask')
  await heading(page, text('register.waitingTitle'))
  await expectSound(page)

  const admin = await pages.school.admin()
  const desk = await visit('/manage/people', { person: admin })
  await desk.getByRole('button', { name: text('people.acceptLabel', { name: 'Tola Ade' }) }).click()
  await desk.getByText(text('people.accepted', { name: 'Tola Ade' })).waitFor()
  await expectSound(desk)
  await page.goto(await linkTo(email, '/login'), { waitUntil: 'networkidle' })
  await field(page, 'login.userCode').fill(email)
  await field(page, 'login.password').fill(passphrase)
  await press(page, 'login.submit')
  await page.waitForURL(pages.at('/manage'))
  expect(await page.evaluate(() => localStorage.getItem('user_type'))).toBe('teacher')
})

test('an admin invites, edits and removes; the invited person follows the mail', async () => {
  const admin = await pages.school.admin()
  const page = await visit('/manage/people?tab=invitations', { person: admin, size: desktop })
  await page
    .getByRole('button', { name: text('invite.open'), exact: true })
    .first()
    .click()
  await field(page, 'fields.email').fill('ivy@people.test')
  await expectSound(page)
  await press(page, 'invite.submit')
  await page.getByRole('cell', { name: 'ivy@people.test', exact: true }).waitFor()
  await expectSound(page)

  const invited = await visit(await linkTo('ivy@people.test', 'register_token'))
  await expectSound(invited)
  expect(await field(invited, 'fields.email').inputValue()).toBe('ivy@people.test')
  await field(invited, 'fields.name').fill('Ivy Ode')
  await field(invited, 'login.password').fill(passphrase)
  await press(invited, 'register.submit')
  await invited.waitForURL(pages.at('/manage'))

  await page.goto(pages.at('/manage/people'), { waitUntil: 'networkidle' })
  const actions = page.getByRole('button', { name: text('people.actionsFor', { name: 'Ivy Ode' }) })
  await actions.click()
  await page.getByRole('menuitem', { name: text('people.edit') }).click()
  await field(page, 'people.userCode').fill('T-77')
  await page.getByRole('button', { name: say('ui', 'actions.save') }).click()
  await page.getByText('ivy@people.test · T-77').waitFor()
  await actions.click()
  await page.getByRole('menuitem', { name: text('people.remove') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('people.remove'), exact: true })
    .click()
  await page.getByText(text('people.removed', { name: 'Ivy Ode' })).waitFor()
  await expect.poll(() => page.getByText('ivy@people.test').count()).toBe(0)
})

test('a forgotten password is replaced over the mail, once', async () => {
  const student = await pages.school.student()
  const page = await visit('/forgot-password', { size: phone })
  await field(page, 'login.userCode').fill(student.email)
  await press(page, 'forgot.submit')
  await heading(page, text('forgot.sentTitle'))
  await expectSound(page)
  const link = await linkTo(student.email, 'create-password')
  await page.goto(link, { waitUntil: 'networkidle' })
  await field(page, 'fields.newPassword').fill(passphrase)
  await press(page, 'create.submit')
  await heading(page, text('create.doneTitle'))
  await page.getByRole('link', { name: text('login.submit') }).click()
  await field(page, 'login.password').fill(passphrase)
  await press(page, 'login.submit')
  await page.waitForURL((url) => url.pathname !== '/login')

  const again = await visit(link)
  await field(again, 'fields.newPassword').fill('another set of words')
  await press(again, 'create.submit')
  const refusal = again.getByRole('alert').getByText(text('errors.token_invalid'))
  await refusal.waitFor()
  expect(await refusal.count()).toBe(1)
  await expectSound(again)
})

test('the profile saves itself, says what it cannot save, and its looks follow to another device', async () => {
  const student = await pages.school.student()
  const page = await visit('/login?redirect=/profile', { size: phone })
  await field(page, 'login.userCode').fill(student.email)
  await field(page, 'login.password').fill(testPassword)
  await press(page, 'login.submit')
  await heading(page, text('profile.title'))
  const answered = (status: number) =>
    page.waitForResponse(
      (response) => response.url().endsWith('/update-user') && response.status() === status,
    )
  await Promise.all([answered(200), field(page, 'profile.bio').fill('I build boats.')])
  await Promise.all([answered(422), field(page, 'profile.phone').fill('call me!')])
  await page.getByText(say('ui', 'fieldErrors.wrong_format')).first().waitFor()
  await expectSound(page)
  await Promise.all([answered(200), field(page, 'profile.phone').fill('+234 803 000')])
  await Promise.all([answered(200), page.getByRole('radio', { name: say('ui', 'scheme.dark') }).check()])
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset.mantineColorScheme))
    .toBe('dark')

  const other = await visit('/login?redirect=/profile')
  await field(other, 'login.userCode').fill(student.email)
  await field(other, 'login.password').fill(testPassword)
  await press(other, 'login.submit')
  await heading(other, text('profile.title'))
  expect(await other.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('dark')
  expect(await field(other, 'profile.bio').inputValue()).toBe('I build boats.')
  const end = other
    .getByRole('listitem')
    .getByRole('button', { name: new RegExp(`^${text('sessions.end')} `) })
  // The phone's, and the one that the student was made with.
  for (const left of [1, 0]) {
    await end.first().click()
    await expect.poll(() => end.count()).toBe(left)
  }
  await page.reload()
  await page.waitForURL(/\/login\?redirect=%2Fprofile/)
})

test('an owner goes from the account into the school', async () => {
  const owner = await pages.school.owner()
  const page = await visit(pages.product.at(null, '/account'))
  await page.waitForURL(/\/login\?redirect=%2Faccount/)
  await field(page, 'fields.email').fill(owner.email)
  await field(page, 'login.password').fill(testPassword)
  await press(page, 'login.submit')
  await heading(page, text('account.title'))
  await expectSound(page)
  await page.getByRole('button', { name: new RegExp(`^${text('account.enter')}`) }).click()
  await page.waitForURL(pages.at('/manage'))
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user_type'))).toBe('account_user')
})
