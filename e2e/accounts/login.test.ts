import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { testPassword, type TestUser } from '#testing/builders/school-builder.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import {
  openPage,
  schoolApp,
  failOnPageErrors,
  waitForHydration,
  setUpSchoolApp,
} from '../harness/open-page.ts'
import { uiText } from '../harness/text.ts'

setUpSchoolApp()
failOnPageErrors(/status of (400|401|409|422)/)

const passphrase = 'three plain words'
const text = (key: string, values?: Record<string, string>) => uiText('accounts', key, values)
const field = (page: Page, key: string) => page.getByRole('textbox', { name: text(key), exact: true })
const press = (page: Page, key: string, values?: Record<string, string>) =>
  page.getByRole('button', { name: text(key, values), exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()

async function open(path: string, options: Parameters<typeof openPage>[2] & { person?: TestUser } = {}) {
  const { page } = await openPage(path, options.person ?? null, options)
  await waitForHydration(page)
  return page
}

async function expectSound(page: Page) {
  expect(await accessibilityIssues(page)).toEqual([])
  expect(await horizontalOverflow(page)).toBe(0)
}

/** The link in the newest mail to an address. */
async function linkTo(address: string, part: string) {
  await expect.poll(() => schoolApp.product.mailbox.linkTo(address, part), { timeout: 15_000 }).toBeTruthy()
  return schoolApp.product.mailbox.linkTo(address, part)!
}

const scheme = (page: Page) => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)

test('a teacher logs in on two devices, edits a profile that saves automatically, and ends other sessions', async () => {
  const teacher = await schoolApp.school.teacher()
  const page = await open('/login?as=teacher&redirect=/profile', { size: phoneViewport })
  await press(page, 'login.submit')
  await page.getByText(uiText('ui', 'fieldErrors.required')).first().waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('user_code')
  await field(page, 'login.userCode').fill(teacher.email)
  await field(page, 'login.password').fill('not the password')
  await press(page, 'login.submit')
  await page.getByText(text('errors.credentials_wrong')).waitFor()
  await expectSound(page)
  await field(page, 'login.password').fill(testPassword)
  await page.keyboard.press('Enter')
  await heading(page, text('profile.title'))
  expect(page.url()).toBe(schoolApp.at('/profile'))

  const answered = (status: number) =>
    page.waitForResponse(
      (response) => response.url().endsWith('/update-user') && response.status() === status,
    )
  await Promise.all([answered(200), field(page, 'profile.bio').fill('I build boats.')])
  await Promise.all([answered(422), field(page, 'profile.phone').fill('call me!')])
  await page.getByText(uiText('ui', 'fieldErrors.invalid_format')).first().waitFor()
  await expectSound(page)
  await Promise.all([answered(200), field(page, 'profile.phone').fill('+234 803 000')])
  await Promise.all([answered(200), page.getByRole('radio', { name: uiText('ui', 'scheme.dark') }).check()])
  await expect.poll(() => scheme(page)).toBe('dark')

  // On another device, by keyboard only, with a redirect to another site.
  const other = await open('/login?redirect=//evil.test/')
  await field(other, 'login.userCode').focus()
  await other.keyboard.insertText(teacher.email)
  await other.keyboard.press('Tab')
  await other.keyboard.insertText(testPassword)
  await other.keyboard.press('Enter')
  await other.waitForURL(schoolApp.at('/manage'))
  await other.goto(schoolApp.at('/profile'))
  await heading(other, text('profile.title'))
  expect(await scheme(other)).toBe('dark')
  expect(await field(other, 'profile.bio').inputValue()).toBe('I build boats.')
  const end = other
    .getByRole('listitem')
    .getByRole('button', { name: new RegExp(`^${text('sessions.end')} `) })
  // The session of the phone, and the one that the builder created.
  await expect.poll(() => end.count()).toBe(2)
  await end.last().click()
  await expect.poll(() => end.count()).toBe(1)
  await press(other, 'sessions.endOthers')
  await other.getByText(text('sessions.othersEnded')).waitFor()
  await expectSound(other)

  // The open page learns of it with its next request.
  await field(page, 'profile.phone').fill('0800')
  await page.waitForURL('**/login?redirect=%2Fprofile')
  await waitForHydration(page)
  expect(await page.evaluate(() => localStorage.getItem('user_token'))).toBeNull()
})

test('one form serves all roles, and asks for the account only if the password fits several', async () => {
  const student = await schoolApp.school.student()
  const teacher = await schoolApp.school.teacher({ email: student.email })
  const page = await open('/login?redirect=/profile', { size: phoneViewport })
  expect(await page.getByRole('radio').count()).toBe(0)
  const typed = async () => {
    await field(page, 'login.userCode').fill(student.email)
    await field(page, 'login.password').fill(testPassword)
    await page.keyboard.press('Enter')
    await heading(page, text('login.chooseTitle'))
  }
  await typed()
  await expectSound(page)
  await press(page, 'forgot.back')
  await heading(page, text('login.title'))
  await typed()
  // By keyboard: the heading has the focus, then the accounts in the order student, teacher.
  await page.getByRole('button', { name: text('login.choiceText_teacher') }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await heading(page, text('profile.title'))
  expect(
    await page.evaluate(() => JSON.parse(localStorage.getItem('user_details')!) as object),
  ).toMatchObject({
    _id: teacher.id,
    user_type: 'teacher',
  })
})

test('an admin accepts, invites, edits and removes people; an invited person follows the mail', async () => {
  // Different names per attempt, because these people stay in the school.
  const tag = newId().slice(-6)
  const [email, ivy] = [`tola-${tag}@people.test`, { name: `Ivy ${tag}`, email: `ivy-${tag}@people.test` }]
  const tola = { name: `Tola ${tag}` }
  const page = await open('/register', { size: phoneViewport, dark: true })
  await page.getByRole('link', { name: text('login.registerTeacher') }).click()
  await heading(page, text('register.teacherTitle'))
  await field(page, 'fields.name').fill(tola.name)
  await field(page, 'fields.email').fill(email)
  await field(page, 'login.password').fill('password1')
  await press(page, 'register.ask')
  await page.getByText(text('errors.too_common')).first().waitFor()
  await expectSound(page)
  await field(page, 'login.password').fill(passphrase)
  await press(page, 'register.ask')
  await heading(page, text('register.waitingTitle'))
  await expectSound(page)

  const desk = await open('/manage/people', { person: await schoolApp.school.admin(), size: desktopViewport })
  await press(desk, 'people.acceptLabel', tola)
  await desk.getByText(text('people.accepted', tola)).waitFor()
  await page.goto(await linkTo(email, '/login'))
  await waitForHydration(page)
  await field(page, 'login.userCode').fill(email)
  await field(page, 'login.password').fill(passphrase)
  await press(page, 'login.submit')
  await page.waitForURL(schoolApp.at('/manage'))
  expect(await page.evaluate(() => localStorage.getItem('user_type'))).toBe('teacher')

  await desk.getByRole('tab', { name: text('people.invitations') }).click()
  await desk
    .getByRole('button', { name: text('invite.open'), exact: true })
    .first()
    .click()
  await field(desk, 'fields.email').fill(ivy.email)
  await expectSound(desk)
  await press(desk, 'invite.submit')
  await desk.getByRole('cell', { name: ivy.email, exact: true }).waitFor()
  await inviteMany(desk, tag)

  const invited = await open(await linkTo(ivy.email, 'register_token'))
  expect(await field(invited, 'fields.email').inputValue()).toBe(ivy.email)
  await field(invited, 'fields.name').fill(ivy.name)
  await field(invited, 'login.password').fill(passphrase)
  await press(invited, 'register.submit')
  await invited.waitForURL(schoolApp.at('/manage'))
  await desk.goto(schoolApp.at('/manage/people'))
  await editAndRemove(desk, ivy)
})

/** From a list with preview, in a narrow window. */
async function inviteMany(desk: Page, tag: string) {
  await desk.setViewportSize(phoneViewport)
  await press(desk, 'inviteMany.open')
  await desk
    .getByRole('textbox', { name: text('inviteMany.list') })
    .fill(`Amina Bello, amina-${tag}@many.test\nnobody\nBisi;bisi-${tag}@many.test`)
  await press(desk, 'inviteMany.check')
  await desk.getByText(text('inviteMany.fault_bad_address')).waitFor()
  await expectSound(desk)
  await press(desk, 'inviteMany.send_other', { count: '2' })
  await desk.getByText(`bisi-${tag}@many.test`).waitFor()
  await expectSound(desk)
  await linkTo(`amina-${tag}@many.test`, 'register_token')
  await desk.setViewportSize(desktopViewport)
}

async function editAndRemove(desk: Page, { name, email }: { name: string; email: string }) {
  const actions = desk.getByRole('button', { name: text('people.actionsFor', { name }) })
  await actions.click()
  await desk.getByRole('menuitem', { name: text('people.edit') }).click()
  await field(desk, 'people.userCode').fill('T-77')
  await desk.getByRole('button', { name: uiText('ui', 'actions.save') }).click()
  await desk.getByText(`${email} · T-77`).waitFor()
  await actions.click()
  await desk.getByRole('menuitem', { name: text('people.remove') }).click()
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: text('people.remove'), exact: true })
    .click()
  await desk.getByText(text('people.removed', { name })).waitFor()
  await expect.poll(() => desk.getByText(email).count()).toBe(0)
}

test('a forgotten password is replaced by the mailed link, once', async () => {
  const student = await schoolApp.school.student()
  const page = await open('/forgot-password', { size: phoneViewport })
  await field(page, 'login.userCode').fill(student.email)
  await press(page, 'forgot.submit')
  await heading(page, text('forgot.sentTitle'))
  await expectSound(page)
  const link = await linkTo(student.email, 'create-password')
  const choose = async (password: string) => {
    await page.goto(link)
    await waitForHydration(page)
    await field(page, 'fields.newPassword').fill(password)
    await press(page, 'create.submit')
  }
  await choose(passphrase)
  await heading(page, text('create.doneTitle'))
  await page.getByRole('link', { name: text('login.submit') }).click()
  await field(page, 'login.password').fill(passphrase)
  await press(page, 'login.submit')
  await page.waitForURL(schoolApp.at('/dashboard'))

  await choose('another set of words')
  const refusal = page.getByRole('alert').getByText(text('errors.token_invalid'))
  await refusal.waitFor()
  expect(await refusal.count()).toBe(1)
  await expectSound(page)
})
