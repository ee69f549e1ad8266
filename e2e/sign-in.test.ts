import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { loginStudent } from '#accounts/contract.ts'
import { codeOf, stepAt } from '#accounts/totp.ts'
import { updateSchool } from '#schools/contract.ts'
import { anIssuer, type IssuerStory } from '#testing/openid-issuer.ts'
import { testPassword, type Person } from '#testing/stories.ts'
import { accessibilityFaults, sidewaysScroll } from './axe.ts'
import { openBrowser, phone, type Visit } from './browser.ts'
import { startSchool, storedBy, type SchoolPages } from './school-pages.ts'
import { keepSession } from './session.ts'
import { say } from './words.ts'

let pages: SchoolPages
let issuer: IssuerStory
let visits: Visit[] = []

beforeAll(async () => {
  pages = await startSchool()
  issuer = await anIssuer([pages.product.at(null, '/sign-in/callback')])
  pages.product.app.services.config.oidc = {
    issuer: issuer.url,
    clientId: issuer.client_id,
    clientSecret: issuer.client_secret,
    name: 'City network',
  }
})
afterEach(async () => {
  const complaints = visits.flatMap((visit) => visit.complaints)
  await Promise.all(visits.map((visit) => visit.context.close()))
  visits = []
  // The browser itself notes each refused request; anything else is a fault of the page.
  const faults = complaints.filter((complaint) => !/status of (400|401|403|422)/.test(complaint))
  if (faults.length > 0) throw new Error(faults.join('\n'))
})
afterAll(async () => {
  pages.product.app.services.config.oidc = null
  await issuer.close()
  await pages.close()
})

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
const press = (page: Page, key: string, values?: Record<string, string>) =>
  page.getByRole('button', { name: text(key, values), exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()

async function expectSound(page: Page) {
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
}

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('user_token'))

test('a mailed link: asked for on a phone, looked at by a scanner, then opened by a press', async () => {
  const student = await pages.school.student()
  const page = await visit('/login?redirect=/profile', { size: phone })
  await page.getByRole('link', { name: text('login.magicLink') }).click()
  await heading(page, text('magicLink.title'))
  await expectSound(page)
  await field(page, 'login.userCode').fill(student.email)
  await press(page, 'magicLink.submit')
  await heading(page, text('magicLink.sentTitle'))
  await expectSound(page)
  const { mailbox } = pages.product
  await expect.poll(() => mailbox.linkTo(student.email, 'magic-link')).toBeTruthy()
  const link = mailbox.linkTo(student.email, 'magic-link')!
  await visit(link, { scripts: false })
  await visit(link)
  await page.goto(link, { waitUntil: 'networkidle' })
  await heading(page, text('magicLink.openTitle'))
  await expectSound(page)
  await page.keyboard.press('Tab')
  await press(page, 'login.submit')
  await heading(page, text('profile.title'))
  expect(new URL(page.url()).pathname).toBe('/profile')

  const second = await visit(link)
  await press(second, 'login.submit')
  await second.getByText(text('errors.token_invalid')).waitFor()
  await expectSound(second)
})

describe('over an issuer', () => {
  test('somebody known comes in at the own school, where he was going', async () => {
    const teacher = await pages.school.teacher()
    issuer.signedIn({ sub: 'teacher-1', email: teacher.email, email_verified: true, name: teacher.name })
    const page = await visit('/login?as=teacher&redirect=/profile')
    await expectSound(page)
    await press(page, 'login.continueWith', { name: 'City network' })
    await heading(page, text('profile.title'))
    expect(page.url()).toBe(pages.at('/profile'))
    expect(await storedToken(page)).toMatch(/^[\w-]{43}$/)
  })

  test('somebody new registers with what the issuer said; who declines is told, with a way back', async () => {
    issuer.declines()
    const page = await visit('/login', { size: phone })
    await press(page, 'login.continueWith', { name: 'City network' })
    await page.getByText(text('errors.sign_in_declined')).waitFor()
    await expectSound(page)
    await page.getByRole('link', { name: text('forgot.back') }).click()
    await heading(page, text('login.title'))
    // The way back leads to another host: its page is there before its script is.
    await page.waitForLoadState('networkidle')

    issuer.signedIn({ sub: 'new-1', email: 'amina@people.test', email_verified: true, name: 'Amina Bello' })
    await press(page, 'login.continueWith', { name: 'City network' })
    await heading(page, text('register.title'))
    expect(await field(page, 'fields.name').inputValue()).toBe('Amina Bello')
    expect(await field(page, 'fields.email').inputValue()).toBe('amina@people.test')
    expect(await page.locator('input[type=password]').count()).toBe(0)
    await expectSound(page)
    await press(page, 'register.submit')
    await page.waitForURL('**/dashboard')
  })

  test('an address with a stranger’s code logs nobody in', async () => {
    const student = await pages.school.student()
    issuer.signedIn({ sub: 'student-9', email: student.email, email_verified: true })
    const page = await visit('/login')
    // What arrives at the school is caught before it is used, and tried in another browser.
    let address = ''
    await page.route('**/google/finish', async (route) => {
      const answer = await route.fetch()
      address = ((await answer.json()) as { url: string }).url
      await route.abort()
    })
    await press(page, 'login.continueWith', { name: 'City network' })
    await expect.poll(() => address).toContain('user_token=')
    // The browser says that the answer never came, and says it after we know the address.
    await expect.poll(() => visits[0]!.complaints.splice(0).join()).toMatch(/ERR_FAILED/)
    const other = await visit(address)
    await heading(other, text('login.title'))
    expect(await storedToken(other)).toBeNull()
  })
})

test('an admin names the school’s own issuer, and hears when none answers', async () => {
  const admin = await pages.school.admin()
  const page = await visit('/manage/login-settings', { person: admin, size: phone })
  await heading(page, text('loginSettings.title'))
  await expectSound(page)
  await field(page, 'issuer.name').fill('University')
  await field(page, 'issuer.issuer').fill('https://10.0.0.1')
  await field(page, 'issuer.clientId').fill(issuer.client_id)
  await page.getByLabel(text('issuer.clientSecret')).first().fill(issuer.client_secret)
  await press(page, 'issuer.submit')
  await page.getByText(text('errors.issuer_address')).first().waitFor()
  await expectSound(page)
  await field(page, 'issuer.issuer').fill(issuer.url)
  await press(page, 'issuer.submit')
  await page.getByText(text('issuer.saved')).waitFor()
  expect(await page.getByLabel(text('issuer.clientSecret')).first().inputValue()).toBe('')
  await press(page, 'issuer.remove')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('issuer.remove') })
    .click()
  await page.getByText(text('issuer.removed')).waitFor()
})

test('a teacher sets the second step up, because the school asks for it, and comes in with it', async () => {
  const [admin, teacher] = await Promise.all([pages.school.admin(), pages.school.teacher()])
  const settings = await visit('/manage/login-settings', { person: admin })
  await settings.getByRole('switch', { name: text('loginSettings.factor') }).click()
  await settings.getByText(text('loginSettings.saved')).waitFor()

  const page = await visit('/login?as=teacher&redirect=/profile', { size: phone })
  const first = async (on: Page) => {
    await field(on, 'login.userCode').fill(teacher.email)
    await field(on, 'login.password').fill(testPassword)
    await press(on, 'login.submit')
  }
  await first(page)
  await heading(page, text('factor.enrolTitle'))
  await page.getByRole('img', { name: text('factor.qr') }).waitFor()
  expect(page.url()).not.toContain('#')
  await expectSound(page)
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await field(page, 'factor.code').fill('000000')
  await press(page, 'factor.confirm')
  await page.getByText(text('errors.code_wrong')).waitFor()
  await expectSound(page)
  await field(page, 'factor.code').fill(codeOf(secret, stepAt(new Date())))
  await press(page, 'factor.confirm')
  await heading(page, text('factor.codesTitle'))
  await expectSound(page)
  const recovery = await page.getByRole('main').getByRole('listitem').first().innerText()
  await press(page, 'factor.kept')
  await heading(page, text('profile.title'))
  await page.getByText(text('factor.on'), { exact: true }).waitFor()
  await expectSound(page)

  const other = await visit('/login?as=teacher&redirect=/profile')
  await first(other)
  await heading(other, text('secondStep.title'))
  await expectSound(other)
  await field(other, 'secondStep.code').fill(recovery)
  await other.keyboard.press('Enter')
  await heading(other, text('profile.title'))

  await press(other, 'factor.turnOff')
  const dialog = other.getByRole('dialog')
  await dialog.getByRole('textbox', { name: text('password.current') }).fill(testPassword)
  await dialog.getByRole('textbox', { name: text('factor.code') }).fill('000000')
  await dialog.getByRole('button', { name: text('factor.turnOff') }).click()
  await dialog.getByText(text('errors.code_wrong')).waitFor()
  await expectSound(other)

  await admin.api(updateSchool, { id: pages.school.school_id, require_second_factor: false })
})

test('an open page of a session that was ended elsewhere logs itself out at its next call', async () => {
  const student = await pages.school.student()
  const page = await visit('/login', { size: phone })
  await field(page, 'login.userCode').fill(student.email)
  await field(page, 'login.password').fill(testPassword)
  await press(page, 'login.submit')
  await page.waitForURL('**/dashboard')
  await page.goto(pages.at('/profile'))
  await heading(page, text('profile.title'))
  const { user_token } = await pages.school.visitor().api(loginStudent, {
    user_code: student.email,
    password: testPassword,
  })
  const here = await visit('/profile', { person: { ...student, token: user_token } })
  await press(here, 'sessions.endOthers')
  await here.getByText(text('sessions.othersEnded')).waitFor()
  await expectSound(here)
  await field(page, 'profile.phone').fill('0800')
  await page.waitForURL('**/login?redirect=%2Fprofile')
  expect(await storedToken(page)).toBeNull()
})

test('an admin invites many from a list that is checked first', async () => {
  const admin = await pages.school.admin()
  const page = await visit('/manage/people?tab=invitations', { person: admin, size: phone })
  await press(page, 'inviteMany.open')
  const list = page.getByRole('textbox', { name: text('inviteMany.list') })
  await list.fill('Amina Bello, amina@many.test\nnobody\nBisi;bisi@many.test')
  await expectSound(page)
  await press(page, 'inviteMany.check')
  await page.getByText(text('inviteMany.fault_bad_address')).waitFor()
  await expectSound(page)
  await press(page, 'inviteMany.send_other', { count: '2' })
  await page.getByText('bisi@many.test').waitFor()
  const { mailbox } = pages.product
  await expect.poll(() => mailbox.linkTo('amina@many.test', 'register_token')).toBeTruthy()
  await expectSound(page)
})
