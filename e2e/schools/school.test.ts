import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { accessibilityIssues } from '../harness/axe.ts'
import { desktopViewport, openBrowser, phoneViewport, type BrowserPage } from '../harness/browser.ts'
import type { Product } from '../harness/product.ts'
import { startSchoolApp } from '../harness/school-app.ts'
import { uiText } from '../harness/text.ts'

const videoFile = join(import.meta.dirname, '../../src/demo/media/codecraft-events.mp4')

let product: Product
let address: string
const visits: BrowserPage[] = []

beforeAll(async () => {
  product = (await startSchoolApp()).product
})
// Each test opens its own school.
beforeEach(() => {
  address = `harbour-${Date.now().toString(36)}`
})
afterEach(async ({ task }) => {
  for (const [n, { page, context }] of visits.splice(0).entries()) {
    if (task.result?.state === 'fail') await page.screenshot({ path: `.test-output/journey-${n}.png` })
    await context.close()
  }
})

async function visit(size = desktopViewport) {
  const opened = await openBrowser({ size })
  visits.push(opened)
  return opened.page
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const inNavigation = (page: Page, path: string) => page.locator(`nav a[href="${path}"]`).first().click()
const content = (page: Page) => page.getByRole('region', { name: uiText('courses', 'editor.label') })

async function openSchool(page: Page) {
  await page.goto(product.at(null, '/create-school'))
  await field(page, uiText('schools', 'create.name')).fill('Harbour Academy')
  await field(page, uiText('schools', 'create.address')).fill(address)
  await page.getByText(uiText('schools', 'create.free')).waitFor()
  await page.getByRole('combobox', { name: uiText('schools', 'create.country') }).fill('Nigeria')
  await page.getByRole('option', { name: 'Nigeria', exact: true }).click()
  await button(page, uiText('schools', 'create.continue')).click()
  await field(page, uiText('schools', 'create.ownerName')).fill('Ada Obi')
  await field(page, uiText('schools', 'create.ownerEmail')).fill(`ada@${address}.test`)
  await field(page, uiText('schools', 'create.ownerPassword')).fill('three plain words')
  await button(page, uiText('schools', 'create.open')).click()
  await page.waitForURL(product.at(address, '/manage'))
  await page.getByRole('heading', { name: /Ada/ }).waitFor()
}

const steps = (page: Page) => page.getByRole('region', { name: uiText('onboarding', 'title') })
const stepsDone = (page: Page, count: number) =>
  steps(page)
    .getByText(uiText('onboarding', 'done', { count: String(count), all: '7' }))
    .waitFor()

/** A new owner opens the sample course, deletes it, dismisses the checklist and restores it. */
async function tryChecklist(page: Page) {
  await stepsDone(page, 0)
  await button(page, uiText('onboarding', 'sample.add')).click()
  await page.waitForURL(/\/manage\/courses\/[0-9a-f-]{36}/)
  await page.getByText('Three things that decide').first().waitFor()
  await inNavigation(page, '/manage')
  await stepsDone(page, 0)
  expect(await accessibilityIssues(page)).toEqual([])
  await button(page, uiText('onboarding', 'sample.remove')).click()
  await button(page, uiText('onboarding', 'sample.add')).waitFor()
  await button(page, uiText('onboarding', 'dismiss')).click()
  await steps(page).waitFor({ state: 'hidden' })
  await inNavigation(page, '/manage/settings')
  await button(page, uiText('onboarding', 'bringBack')).click()
  await button(page, uiText('onboarding', 'bringBack')).waitFor({ state: 'hidden' })
  await inNavigation(page, '/manage')
  await steps(page)
    .getByRole('link', { name: new RegExp(uiText('onboarding', 'steps.course')) })
    .click()
}

/** A person who forgot the school's address has it mailed. */
async function mailMySchools(page: Page) {
  await page.goto(product.at(null, '/find-school'))
  await page.getByRole('textbox', { name: uiText('schools', 'mine.email') }).fill(`kola@${address}.test`)
  await button(page, uiText('schools', 'mine.button')).click()
  await page.getByText(uiText('schools', 'mine.done')).waitFor()
  expect(await accessibilityIssues(page)).toEqual([])
  await expect
    .poll(() => product.mailbox.linkTo(`kola@${address}.test`, '/login'), { timeout: 20_000 })
    .toBe(product.at(address, '/login'))
}

async function addContent(page: Page, type: 'text' | 'video', title: string) {
  await button(page, uiText('courses', 'outline.addContentTo', { name: 'Before you sail' })).click()
  await page.getByRole('menuitem', { name: uiText('courses', `types.${type}`), exact: true }).click()
  await field(page, uiText('courses', 'fields.title')).fill(title)
}

/** Creates a course with a text and a video, publishes it, and returns its id. */
async function buildCourse(page: Page) {
  await field(page, uiText('courses', 'fields.course_name')).fill('Sailing for beginners')
  await button(page, uiText('courses', 'new.submit')).click()
  await page.waitForURL(/\/manage\/courses\/[0-9a-f-]{36}/)
  await field(page, uiText('courses', 'outline.newLesson')).fill('Before you sail')
  await button(page, uiText('courses', 'outline.add')).click()

  await addContent(page, 'text', 'The wind')
  await page.locator('[contenteditable=true]').fill('The wind blows where it wants. Look at the flags.')
  await button(page, uiText('courses', 'publishing.publish')).click()
  await content(page).getByText(uiText('courses', 'publishing.state.published'), { exact: true }).waitFor()

  await addContent(page, 'video', 'A first tack')
  await content(page).locator('input[type=file]').setInputFiles(videoFile)
  await content(page)
    .getByRole('link', { name: /codecraft-events/ })
    .waitFor()
  await button(page, uiText('courses', 'publishing.publish')).click()
  await content(page).getByText(uiText('courses', 'publishing.state.published'), { exact: true }).waitFor()

  // The list before publishing leads to the place of repair, and the course is published from there.
  const status = page.getByRole('button', { name: new RegExp(uiText('courses', 'status.publish')) })
  await status.click()
  const before = page.getByRole('dialog', { name: uiText('courses', 'preflight.title') })
  await before.getByRole('link', { name: uiText('courses', 'preflight.repair.no_description') }).click()
  await page.getByRole('navigation', { name: uiText('courses', 'settings.contents') }).waitFor()
  await status.click()
  await before.getByRole('button', { name: uiText('courses', 'builder.publish') }).click()
  await page.getByText(uiText('courses', 'builder.published')).waitFor()
  return /courses\/([0-9a-f-]{36})/.exec(page.url())![1]!
}

/** A visitor finds the course on the school's home page and registers to join it. */
async function registerAndAsk(page: Page) {
  await page.goto(product.at(address))
  await page.getByRole('link', { name: /Sailing for beginners/ }).click()
  await link(page, uiText('courses', 'join.register')).first().click()
  await field(page, uiText('accounts', 'fields.name')).fill('Kọ́lá Bello')
  await field(page, uiText('accounts', 'fields.email')).fill(`kola@${address}.test`)
  await page.locator('input[type=password]').fill('four other plain words')
  await button(page, uiText('accounts', 'register.submit')).click()
  await page.getByText(uiText('courses', 'join.pending')).first().waitFor()
}

/** Before this the school mails only people with verified addresses. */
async function confirmOwnerEmail(page: Page) {
  const confirmationLink = () => product.mailbox.linkTo(`ada@${address}.test`, '/confirm-email')
  await page.goto(product.at(address, '/manage/people?tab=invitations'))
  await button(page, uiText('accounts', 'allowance.send')).click()
  await page.getByText(uiText('accounts', 'allowance.sent')).waitFor()
  await expect.poll(confirmationLink, { timeout: 20_000 }).toBeTruthy()
  await page.goto(confirmationLink()!)
  await button(page, uiText('accounts', 'confirmEmail.button')).click()
  await page.getByText(uiText('accounts', 'confirmEmail.done')).waitFor()
}

async function approve(page: Page, course_id: string) {
  await page.goto(product.at(address, `/manage/courses/${course_id}/students`))
  await button(page, uiText('learning', 'students.menu', { name: 'Kọ́lá Bello' })).click()
  await page.getByRole('menuitem', { name: uiText('learning', 'approve.button'), exact: true }).click()
  await page.getByText(uiText('learning', 'status.approved'), { exact: true }).first().waitFor()
}

const playedTo = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

test('a school grows from its creation to a student who continues on a second device', async () => {
  const owner = await visit()
  await openSchool(owner)
  await tryChecklist(owner)
  const course_id = await buildCourse(owner)
  await inNavigation(owner, '/manage')
  await stepsDone(owner, 3)

  const student = await visit(phoneViewport)
  await registerAndAsk(student)
  await student.goto(product.at(address, `/learn/${course_id}`))
  await student.getByText(uiText('learning', 'closed.pending')).waitFor()
  await confirmOwnerEmail(owner)
  await approve(owner, course_id)
  await expect
    .poll(() => product.mailbox.linkTo(`kola@${address}.test`, '/learn/'), { timeout: 20_000 })
    .toBeTruthy()

  await mailMySchools(student)
  await student.goto(product.at(address, `/learn/${course_id}`))
  await student.getByText('The wind blows where it wants.').waitFor()
  await student
    .getByRole('navigation', { name: uiText('learning', 'bar.label') })
    .locator('a')
    .last()
    .click()
  await student.waitForURL(/topic=/)
  await student.locator('video').evaluate((video: HTMLVideoElement) => {
    video.muted = true
    video.currentTime = 7
    return video.play()
  })
  await expect.poll(() => playedTo(student), { timeout: 20_000 }).toBeGreaterThan(8)
  const saved = student.waitForResponse((response) => response.url().endsWith('/progress') && response.ok())
  await student.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
  const stopped = await playedTo(student)
  await saved

  const second = await visit()
  await second.goto(product.at(address, '/login'))
  await field(second, uiText('accounts', 'login.userCode')).fill(`kola@${address}.test`)
  await field(second, uiText('accounts', 'login.password')).fill('four other plain words')
  await button(second, uiText('accounts', 'login.submit')).click()
  await link(second, uiText('learning', 'continue.button')).click()
  await second.locator('video').waitFor()
  await expect.poll(() => playedTo(second), { timeout: 10_000 }).toBeGreaterThan(stopped - 5)
  expect(Math.abs((await playedTo(second)) - stopped)).toBeLessThan(5)

  for (const { complaints } of visits) expect(complaints).toEqual([])
}, 180_000)
