import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { phoneViewport } from '../harness/browser.ts'
import { openPage, schoolApp, setUpSchoolApp, waitForHydration } from '../harness/open-page.ts'
import { uiText } from '../harness/text.ts'

// History entries of navigations, and the progress bar meanwhile.

setUpSchoolApp()

let course: { id: string; course_name: string }
let other: { id: string; course_name: string }
beforeAll(async () => {
  other = await schoolApp.school.course({ course_name: 'Harbour pilots' })
  course = await schoolApp.school.course({
    course_name: 'Knots and ropes',
    similar_courses: JSON.stringify([other.id]),
  })
})

const entries = (page: Page) => page.evaluate(() => history.length)
const pathOf = (page: Page) => page.url().slice(schoolApp.origin.length)
/** Slows the next document down, and records the state of the bar. */
async function watchBar(page: Page) {
  await page.waitForLoadState('networkidle')
  const states: string[] = []
  // While a document loads, the driver cannot query the page, but the page can report.
  await page.exposeFunction('tellBar', (state: string) => states.push(state))
  await page.evaluate(() => {
    const { tellBar } = window as unknown as { tellBar: (state: string) => void }
    new MutationObserver(([change]) => {
      const isShown = (change!.target as HTMLElement).hasAttribute('data-shown')
      tellBar(isShown ? 'shown' : 'hidden')
      // The event of a page restored from the back/forward cache.
      if (isShown) window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    }).observe(document.querySelector('body > [aria-hidden=true]')!, { attributeFilter: ['data-shown'] })
  })
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  // Requests of the service worker are not slowed down.
  await line.send('Network.setBypassServiceWorker', { bypass: true })
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 1_500,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  return states
}

test('another course replaces the page on which it was selected, and so does closing it', async () => {
  const { page } = await openPage('/login', null, { alone: true })
  await page.goto(schoolApp.at('/'))
  const before = await entries(page)
  await page.locator(`main a[href$="selected_course_id=${course.id}"]`).first().click()
  await page.getByRole('heading', { level: 1, name: 'Knots and ropes' }).waitFor()
  expect(await entries(page)).toBe(before)
  await page.locator(`#related a[href$="${other.id}"]`).click()
  await page.getByRole('heading', { level: 1, name: 'Harbour pilots' }).waitFor()
  expect(await entries(page)).toBe(before)
  await page.locator('header a[href="/"]').first().click()
  await expect.poll(() => pathOf(page)).toBe('/')
  expect(await entries(page)).toBe(before)

  await page.locator(`main a[href$="selected_course_id=${course.id}"]`).first().click()
  await page.getByRole('heading', { level: 1, name: 'Knots and ropes' }).waitFor()
  await page.goBack()
  await expect.poll(() => pathOf(page)).toBe('/login')
})

test('the preview replaces the page from which it was opened', async () => {
  const { page } = await openPage('/manage/courses', await schoolApp.school.admin(), { alone: true })
  await page.locator(`a[href="/manage/courses/${course.id}"]`).first().click()
  const preview = page.locator(`a[href="/learn/${course.id}?creator_preview=true"]`).first()
  await preview.waitFor()
  const before = await entries(page)
  await preview.click()
  await expect.poll(() => pathOf(page)).toMatch(/^\/learn\/.*creator_preview=true/)
  expect(await entries(page)).toBe(before)
  await page.goBack()
  await expect.poll(() => pathOf(page)).toBe('/manage/courses')
})

test('the page of a course replaces the app screen from which it was opened', async () => {
  const { page } = await openPage(`/manage/courses/${course.id}`, await schoolApp.school.admin(), {
    alone: true,
  })
  const link = page.locator(`a[href="/?selected_course_id=${course.id}"]`).first()
  await link.waitFor()
  const before = await entries(page)
  await link.click()
  await page.getByRole('heading', { level: 1, name: 'Knots and ropes' }).waitFor()
  expect(await entries(page)).toBe(before)
})

test('a public page shows the bar while the next document loads', async () => {
  const { page } = await openPage('/', null, { alone: true })
  const states = await watchBar(page)
  await page.locator('header a[href*="/register"]').first().click({ noWaitAfter: true })
  await expect.poll(() => states, { interval: 20 }).toEqual(['shown', 'hidden'])
  await expect.poll(() => pathOf(page)).toBe('/register')
})

test('a form of a public page shows it too', async () => {
  const { page } = await openPage('/', null, { alone: true })
  const states = await watchBar(page)
  await page.locator('input[name=searchQuery]').first().fill('knots')
  await page.keyboard.press('Enter')
  await expect.poll(() => states, { interval: 20 }).toEqual(['shown', 'hidden'])
  await expect.poll(() => pathOf(page)).toContain('searchQuery=knots')
})

test('a page of the app shows it when left for a public page', async () => {
  const { page } = await openPage('/login', null, { alone: true })
  const states = await watchBar(page)
  await page.locator('a[href="/"]').first().click({ noWaitAfter: true })
  await expect.poll(() => states, { interval: 20 }).toEqual(['shown', 'hidden'])
  await expect.poll(() => pathOf(page)).toBe('/')
})

test('staff find courses and people with the keyboard, despite typing errors, and again among the recent ones', async () => {
  const student = await schoolApp.school.student({ name: `Adaeze Okafor${newId().slice(-4)}` })
  const { page } = await openPage('/manage', await schoolApp.school.admin(), { size: phoneViewport })
  await waitForHydration(page)
  const field = page.getByRole('dialog').getByRole('combobox')
  const options = page.getByRole('option')
  await page.keyboard.press('Control+k')
  await page.getByRole('group', { name: uiText('ui', 'palette.suggested') }).waitFor()
  await field.fill('adazee')
  await page.getByRole('group', { name: uiText('ui', 'palette.people') }).waitFor()
  await options.filter({ hasText: student.name }).waitFor()
  await page.getByText(/^[1-9] results?$/).waitFor({ state: 'attached' })
  expect(await accessibilityIssues(page)).toEqual([])
  expect(await horizontalOverflow(page)).toBe(0)
  // The best match is selected.
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /^Adaeze Okafor/ }).waitFor()

  await page.keyboard.press('Control+k')
  await expect.poll(() => options.first().textContent()).toContain('Adaeze Okafor')
  await field.fill('knot')
  await page.getByRole('group', { name: uiText('ui', 'palette.courses') }).waitFor()
  await field.fill('cour')
  await options
    .filter({ hasText: uiText('ui', 'nav.courses') })
    .first()
    .waitFor()
  const selected = page.locator('[role=option][aria-selected=true]')
  expect(await field.getAttribute('aria-activedescendant')).toBe(await selected.getAttribute('id'))
  const first = await selected.getAttribute('id')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => selected.getAttribute('id')).not.toBe(first)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect.poll(() => pathOf(page)).toBe('/manage/courses')
  await page.keyboard.press('Control+k')
  await field.waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'hidden' })
})

test('courses without an image show a pattern, and a page loads when the pointer reaches its link', async () => {
  const { school } = schoolApp
  const admin = await school.admin()
  const patterns = (page: Page) => page.locator('main svg[viewBox="0 0 320 160"]')
  /** Addresses of scripts that the page requests ahead of a click. */
  const preloaded = (page: Page) =>
    page
      .locator('link[rel=modulepreload]')
      .evaluateAll((links: HTMLLinkElement[]) => links.map((link) => link.href))
  const reach = async (page: Page, link: Locator) => {
    const before = new Set(await preloaded(page))
    await link.hover()
    await expect.poll(async () => (await preloaded(page)).filter((href) => !before.has(href))).not.toEqual([])
  }

  const { page } = await openPage('/manage', admin)
  await patterns(page).first().waitFor()
  await page.goto(schoolApp.at('/manage/courses'))
  await patterns(page).first().waitFor()
  await reach(page, page.getByRole('link', { name: 'Knots and ropes', exact: true }))
  await reach(page, page.locator('main a[href="/manage/courses/new"]').first())

  const student = await school.student()
  await school.enrol(student, course)
  const home = await openPage('/dashboard', student)
  await patterns(home.page).first().waitFor()
  await reach(home.page, home.page.locator(`main a[href^="/learn/${course.id}"]`).first())
})
