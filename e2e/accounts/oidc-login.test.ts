import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  confirmSecondFactor,
  finishOidcLogin,
  startSecondFactor,
  startOidcLogin,
} from '#accounts/contract.ts'
import { totpCode, totpStepAt } from '#accounts/second-factor/totp.ts'
import { newId, newToken } from '#platform/security/tokens.ts'
import { updateSchool } from '#schools/contract.ts'
import { followAuthorization, startTestIssuer, type TestIssuer } from '#testing/fakes/openid-issuer.ts'
import { createTestClient } from '#testing/builders/test-client.ts'
import { testPassword, type TestUser } from '#testing/builders/school-builder.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { phoneViewport } from '../harness/browser.ts'
import {
  openPage,
  schoolApp,
  failOnPageErrors,
  waitForHydration,
  setUpSchoolApp,
} from '../harness/open-page.ts'
import { uiText } from '../harness/text.ts'

setUpSchoolApp()
failOnPageErrors(/status of (400|401|403|422|429)/)

let issuer: TestIssuer
const callback = () => schoolApp.product.at(null, '/oidc/callback')

beforeAll(async () => {
  issuer = await startTestIssuer([callback()])
  schoolApp.product.app.services.config.oidc = {
    issuer: issuer.url,
    clientId: issuer.client_id,
    clientSecret: issuer.client_secret,
    name: 'City network',
  }
})
afterAll(async () => {
  schoolApp.product.app.services.config.oidc = null
  await issuer.close()
})

const text = (key: string, values?: Record<string, string>) => {
  const [namespace, own] = key.split(':')
  return own ? uiText(`accounts/${namespace}`, own, values) : uiText('accounts', key, values)
}
const field = (page: Page, key: string) => page.getByRole('textbox', { name: text(key), exact: true })
const press = (page: Page, key: string, values?: Record<string, string>) =>
  page.getByRole('button', { name: text(key, values), exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()

async function open(path: string, options: Parameters<typeof openPage>[2] & { person?: TestUser } = {}) {
  const { page } = await openPage(path, options.person ?? null, options)
  await waitForHydration(page)
  return page
}

async function goTo(page: Page, address: string) {
  await page.goto(address)
  await waitForHydration(page)
}

async function expectSound(page: Page) {
  expect(await accessibilityIssues(page)).toEqual([])
  expect(await horizontalOverflow(page)).toBe(0)
}

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('user_token'))

/** Ends on a blank page of the school, with nobody logged in here or at the issuer. */
async function forget(page: Page) {
  await page.context().clearCookies()
  await page.goto(schoolApp.at('/health/live'))
  await page.evaluate(() => localStorage.clear())
}

test('the login page explains too many attempts and when to retry', async () => {
  const page = await open('/login', { size: phoneViewport, alone: true })
  const problem = { status: 429, code: 'too_many_requests', detail: 'x', retry_after_seconds: 290 }
  await page.route('**/v1/login', (route) =>
    route.fulfill({ status: 429, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  )
  await field(page, 'login.userCode').fill('somebody@example.test')
  await page.locator('input[type="password"]').fill(testPassword)
  await press(page, 'login.submit')
  const said = page.getByText('Too many attempts. Try again in 5 min.').first()
  await said.waitFor()
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/login-429-360.png` })
  expect(await horizontalOverflow(page)).toBe(0)
})

test('a mailed link is requested on a phone, opened by a scanner, and then used by a click', async () => {
  const student = await schoolApp.school.student()
  const page = await open('/login?redirect=/profile', { size: phoneViewport })
  await page.getByRole('link', { name: text('login.magicLink') }).click()
  await heading(page, text('magicLink.title'))
  await field(page, 'login.userCode').fill(student.email)
  await press(page, 'magicLink.submit')
  await heading(page, text('magicLink.sentTitle'))
  const { mailbox, app } = schoolApp.product
  await expect.poll(() => mailbox.linkTo(student.email, 'magic-link')).toBeTruthy()
  const link = mailbox.linkTo(student.email, 'magic-link')!
  // A scanner without scripts, and one with scripts.
  const { host, pathname, search } = new URL(link)
  expect((await app.http.inject({ url: pathname + search, headers: { host } })).statusCode).toBe(200)
  await goTo(page, link)
  await goTo(page, link)
  await heading(page, text('magicLink.openTitle'))
  await press(page, 'login.submit')
  await heading(page, text('profile.title'))
  expect(new URL(page.url()).pathname).toBe('/profile')

  await forget(page)
  await goTo(page, link)
  await press(page, 'login.submit')
  await page.getByText(text('errors.token_invalid')).waitFor()
  await expectSound(page)
})

/** The return address of a login that was started in another browser. */
async function unregisteredAddress() {
  const { app } = schoolApp.product
  const student = await schoolApp.school.student()
  issuer.signedIn({ sub: student.id, email: student.email, email_verified: true })
  const begun = await createTestClient(app, new URL(schoolApp.origin).hostname, null).api(startOidcLogin, {
    issuer: 'platform',
    user_type: 'student',
    binding: newToken(),
  })
  const answer = await followAuthorization(begun.url, callback())
  return (await createTestClient(app, 'localhost', null).api(finishOidcLogin, answer as never)).url
}

test('an issuer’s code from another browser is refused, cancelling is reported, new users register, known users log in', async () => {
  const address = await unregisteredAddress()
  expect(address).toContain('user_token=')
  const page = await open(address, { size: phoneViewport })
  await heading(page, text('login.title'))
  expect(await storedToken(page)).toBeNull()

  issuer.declines()
  await press(page, 'login.continueWith', { name: 'City network' })
  await page.getByText(text('errors.oidc_login_declined')).waitFor()
  await expectSound(page)
  await page.getByRole('link', { name: text('forgot.back') }).click()
  await heading(page, text('login.title'))
  await waitForHydration(page)

  // A different person per attempt, because a registered person is known.
  const email = `amina-${newId()}@people.test`
  issuer.signedIn({ sub: email, email, email_verified: true, name: 'Amina Bello' })
  await press(page, 'login.continueWith', { name: 'City network' })
  await heading(page, text('register.title'))
  await waitForHydration(page)
  expect(await field(page, 'fields.name').inputValue()).toBe('Amina Bello')
  expect(await field(page, 'fields.email').inputValue()).toBe(email)
  expect(await page.locator('input[type=password]').count()).toBe(0)
  await expectSound(page)
  await press(page, 'register.submit')
  await page.waitForURL('**/dashboard')

  // Back at the page of the school that the teacher had requested.
  const teacher = await schoolApp.school.teacher()
  issuer.signedIn({ sub: teacher.id, email: teacher.email, email_verified: true, name: teacher.name })
  await forget(page)
  await goTo(page, schoolApp.at('/login?as=teacher&redirect=/profile'))
  await expectSound(page)
  await press(page, 'login.continueWith', { name: 'City network' })
  await heading(page, text('profile.title'))
  expect(page.url()).toBe(schoolApp.at('/profile'))
  expect(await storedToken(page)).toMatch(/^[\w-]{43}$/)
})

test('an admin configures the school’s issuer, and a second factor that a teacher then sets up', async () => {
  const [admin, teacher] = await Promise.all([schoolApp.school.admin(), schoolApp.school.teacher()])
  // Requiring it of staff logs out people without a second factor.
  const { secret: own } = await admin.api(startSecondFactor, {})
  await admin.api(confirmSecondFactor, { code: totpCode(own, totpStepAt(new Date())) })
  const settings = await open('/manage/login-settings', { person: admin, size: phoneViewport })
  await field(settings, 'issuer.name').fill('University')
  await field(settings, 'issuer.issuer').fill('https://10.0.0.1')
  await field(settings, 'issuer.clientId').fill(issuer.client_id)
  const secret = settings.getByLabel(text('issuer.clientSecret')).first()
  await secret.fill(issuer.client_secret)
  await press(settings, 'issuer.submit')
  await settings.getByText(text('errors.issuer_address')).first().waitFor()
  await expectSound(settings)
  await field(settings, 'issuer.issuer').fill(issuer.url)
  await press(settings, 'issuer.submit')
  await settings.getByText(text('issuer.saved')).waitFor()
  expect(await secret.inputValue()).toBe('')
  await press(settings, 'issuer.remove')
  await settings
    .getByRole('dialog')
    .getByRole('button', { name: text('issuer.remove') })
    .click()
  await settings.getByText(text('issuer.removed')).waitFor()
  await settings.getByRole('switch', { name: text('loginSettings.factor') }).click()
  await settings.getByText(text('loginSettings.saved')).waitFor()

  await takesSecondStep(teacher)
  await admin.api(updateSchool, { id: schoolApp.school.school_id, require_second_factor: false })
})

/** Sets up the second factor that the school requires, and logs in with it. */
async function takesSecondStep(teacher: TestUser) {
  const page = await open('/login?as=teacher&redirect=/profile', { size: phoneViewport })
  const first = async () => {
    await field(page, 'login.userCode').fill(teacher.email)
    await field(page, 'login.password').fill(testPassword)
    await press(page, 'login.submit')
  }
  await first()
  await heading(page, text('second-factor:enrolTitle'))
  await page.getByRole('img', { name: text('second-factor:qr') }).waitFor()
  expect(page.url()).not.toContain('#')
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await field(page, 'second-factor:code').fill('000000')
  await press(page, 'second-factor:confirm')
  await page.getByText(text('errors.code_invalid')).waitFor()
  await expectSound(page)
  await field(page, 'second-factor:code').fill(totpCode(secret, totpStepAt(new Date())))
  await press(page, 'second-factor:confirm')
  await heading(page, text('second-factor:codesTitle'))
  await expectSound(page)
  const recovery = await page.getByRole('main').getByRole('listitem').first().innerText()
  await press(page, 'second-factor:kept')
  await heading(page, text('profile.title'))
  await page.getByText(text('second-factor:on'), { exact: true }).waitFor()

  await forget(page)
  await goTo(page, schoolApp.at('/login?as=teacher&redirect=/profile'))
  await first()
  await heading(page, text('secondStep.title'))
  await expectSound(page)
  await field(page, 'secondStep.code').fill(recovery)
  await page.keyboard.press('Enter')
  await heading(page, text('profile.title'))

  await press(page, 'second-factor:turnOff')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: text('password.current') }).fill(testPassword)
  await dialog.getByRole('textbox', { name: text('second-factor:code') }).fill('000000')
  await dialog.getByRole('button', { name: text('second-factor:turnOff') }).click()
  await dialog.getByText(text('errors.code_invalid')).waitFor()
  await expectSound(page)
}
