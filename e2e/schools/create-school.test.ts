import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { json } from '#platform/database/database.server.ts'
import { defaultPalette, themeCss } from '#lib/theme/index.ts'
import { notify } from '#notifications/index.ts'
import type { TestUser } from '#testing/builders/test-client.ts'
import { newId } from '#platform/security/tokens.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { phoneViewport } from '../harness/browser.ts'
import {
  openPage,
  schoolApp,
  failOnPageErrors,
  setUpSchoolApp,
  waitForHydration,
} from '../harness/open-page.ts'
import { uiText } from '../harness/text.ts'

setUpSchoolApp()
failOnPageErrors(/status of (404|409|422)/)

const palette = { ...defaultPalette, background: '#f6faf7' }
let owner: TestUser

beforeAll(async () => {
  owner = await schoolApp.school.owner({ name: 'Ada Obi' })
  await schoolApp.school.transact(({ tx, school_id }) =>
    tx
      .updateTable('schools')
      .set({ theme: json(palette), theme_css: themeCss(palette) })
      .where('school_id', '=', school_id)
      .execute(),
  )
})

async function visit(
  path: string,
  { person, ...options }: Parameters<typeof openPage>[2] & { person?: TestUser } = {},
) {
  return (await openPage(path, person ?? null, options)).page
}

/** Fetches a page without a browser. */
const ask = (url: string) =>
  schoolApp.product.app.http.inject({ url, headers: { host: new URL(schoolApp.origin).host } })

const text = (key: string, values?: Record<string, string>) => uiText('schools', key, values)
const saved = (page: Page) => page.getByText(uiText('ui', 'save.saved'), { exact: true }).waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function expectSound(page: Page) {
  expect(await accessibilityIssues(page)).toEqual([])
  expect(await horizontalOverflow(page)).toBe(0)
}

describe('creating a school', () => {
  const address = (page: Page) => page.getByRole('textbox', { name: text('create.address') })
  const name = (page: Page) => page.getByRole('textbox', { name: text('create.name') })

  test('derives the address from the name, explains errors, and offers alternatives', async () => {
    const page = await visit(schoolApp.product.at(null, '/health/live'), { size: phoneViewport })
    const typingDone = Promise.withResolvers<void>()
    await page.route(/entry\.client/, async (route) => {
      await typingDone.promise
      await route.continue()
    })
    await page.goto(schoolApp.product.at(null, '/create-school'), { waitUntil: 'commit' })
    await name(page).fill('Typed early')
    typingDone.resolve()
    // Hydration has finished once a time zone is proposed; earlier input is kept.
    await expect
      .poll(() => page.getByRole('combobox', { name: text('create.timeZone') }).inputValue())
      .not.toBe('')
    expect(await name(page).inputValue()).toBe('Typed early')

    await name(page).fill('École de Musique')
    await page.getByText(text('create.free')).waitFor()
    expect(await address(page).inputValue()).toBe('ecole-de-musique')
    await address(page).fill('g00gle')
    await page.getByText(text('errors.address_lookalike')).waitFor()
    await address(page).fill(schoolApp.school.school_url)
    await page.getByText(text('errors.address_taken')).waitFor()
    await expectSound(page)
    await press(page, `${schoolApp.school.school_url}-school`)
    await page.getByText(text('create.free')).waitFor()
  })

  test('is possible at the root host only', async () => {
    expect((await ask('/create-school')).statusCode).toBe(404)
  })
})

/** On a phone the pages of settings are in a menu above the page. */
async function openSection(page: Page, name: 'registration' | 'notifications') {
  await page.getByRole('button', { name: new RegExp(`^${uiText('ui', 'nav.settings')}`) }).click()
  await page.getByRole('menuitem', { name: uiText('ui', `settings.${name}`), exact: true }).click()
  // Until then, the page before it is shown, which has a button of the same name.
  await page.getByRole('heading', { level: 1, name: text(`settings.pages.${name}`) }).waitFor()
}

const headingFont = () => getComputedStyle(document.querySelector('h1')!).fontFamily

const primaryOnScreen = () =>
  getComputedStyle(document.documentElement).getPropertyValue('--ly-primary').trim()

test('settings save automatically and visitors see them at once; colours are corrected; fonts are chosen; incomplete questions are not saved', async () => {
  const page = await visit('/manage/settings', { person: owner })
  await waitForHydration(page)
  const tagline = page.getByRole('textbox', { name: text('settings.tagline') })
  // Another one in a second try: the same text is no change.
  const words = `Learn by doing, ${newId().slice(-4)}`
  await tagline.fill(words)
  await saved(page)
  // The header around the form changes too.
  const name = page.getByRole('textbox', { name: text('settings.name') })
  const oldName = await name.inputValue()
  await name.fill('Harbour School of Boats')
  await page.getByRole('banner').getByText('Harbour School of Boats').waitFor()
  await name.fill(oldName)
  await page.getByRole('banner').getByText(oldName, { exact: true }).waitFor()
  await saved(page)

  await page.getByRole('link', { name: uiText('ui', 'settings.brand') }).click()
  await page.getByRole('textbox', { name: uiText('ui', 'colours.text'), exact: true }).fill('#c9d1cd')
  await page.getByRole('textbox', { name: uiText('ui', 'colours.primary'), exact: true }).fill('#ffee88')
  await page.getByText(uiText('ui', 'notSaved')).waitFor()
  await page
    .getByRole('button', { name: uiText('ui', 'form.color.open') })
    .first()
    .click()
  await page.getByRole('slider', { name: uiText('ui', 'form.color.hue') }).waitFor()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await press(page, uiText('ui', 'mendAll'))
  await saved(page)
  await expect.poll(() => page.evaluate(primaryOnScreen)).not.toBe(palette.primary)
  const stored = await page.evaluate(primaryOnScreen)
  await page.getByRole('radio', { name: text('fontPairs.classic') }).click()
  await saved(page)
  const preview = page.frameLocator(
    `iframe[title^="${text('brand.previewOf', { name: '' }).trim().slice(0, 13)}"]`,
  )
  await expect.poll(() => preview.locator('h1').evaluate(headingFont)).toMatch(/^"?Source Serif 4/)
  const home = await visit('/')
  expect(await home.getByRole('heading', { level: 1 }).textContent()).toBe(words)
  expect(await home.evaluate(headingFont)).toMatch(/^"?Source Serif 4/)
  await expect.poll(() => home.evaluate(() => document.fonts.check('700 20px "Source Serif 4"'))).toBe(true)
  expect(await home.evaluate(primaryOnScreen)).toBe(stored)

  await page.setViewportSize(phoneViewport)
  await openSection(page, 'registration')
  await press(page, text('registration.add'))
  await page.getByRole('textbox', { name: text('registration.label'), exact: true }).fill('Which instrument?')
  await page.getByRole('combobox', { name: text('registration.type') }).click()
  await page.getByRole('option', { name: text('registration.types.choice'), exact: true }).click()
  await page.getByText(text('registration.twoOptions')).waitFor()
  await page.getByRole('textbox', { name: text('registration.options') }).fill('Piano\n\nViolin\nPiano')
  await saved(page)
  await expectSound(page)
  const { registration_fields } = await schoolApp.school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('schools')
      .where('school_id', '=', school_id)
      .select('registration_fields')
      .executeTakeFirstOrThrow(),
  )
  expect((registration_fields as unknown[]).at(-1)).toMatchObject({
    label: 'Which instrument?',
    options: ['Piano', 'Violin'],
  })

  await openSection(page, 'notifications')
  await expectSound(page)
})

describe('categories', () => {
  const word = (key: string, values?: Record<string, string>) => uiText('categories', key, values)
  const names = (page: Page) =>
    page.getByRole('button', { name: /^Rename / }).evaluateAll((all) => all.map((one) => one.ariaLabel))

  test('are added, reordered by keyboard, deleted and restored', async () => {
    const page = await visit('/manage/categories', { person: owner })
    for (const name of ['Piano', 'Violin', 'Voice']) {
      await page.getByRole('textbox', { name: word('newName') }).fill(name)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: word('rename', { name }) }).waitFor()
    }
    await page.getByRole('textbox', { name: word('newName') }).fill('piano')
    await press(page, word('add'))
    await page.getByText(word('errors.category_name_taken')).waitFor()
    await page
      .getByRole('button', { name: uiText('ui', 'sort.grip', { name: 'Piano' }), exact: true })
      .focus()
    for (const [key, message, path] of [
      ['Space', 'over', 1],
      ['ArrowDown', 'over', 2],
      ['Space', 'dropped', 2],
    ] as const) {
      await page.keyboard.press(key)
      const where = uiText('ui', `sort.${message}`, { name: 'Piano', position: path, count: 3 })
      await page.getByRole('status').getByText(where).waitFor()
    }
    await expect.poll(() => names(page)).toEqual(['Rename Violin', 'Rename Piano', 'Rename Voice'])
    await press(page, word('remove', { name: 'Violin' }))
    await expect.poll(() => names(page)).toEqual(['Rename Piano', 'Rename Voice'])
    await press(page, uiText('ui', 'actions.undo'))
    await expect.poll(() => names(page)).toEqual(['Rename Violin', 'Rename Piano', 'Rename Voice'])
    const stored = () =>
      schoolApp.school.transact(({ tx, school_id }) =>
        tx
          .selectFrom('categories')
          .where('school_id', '=', school_id)
          .orderBy('position')
          .select('name')
          .execute(),
      )
    await expect.poll(stored).toEqual([{ name: 'Violin' }, { name: 'Piano' }, { name: 'Voice' }])
  })
})

describe('notifications', () => {
  test('are marked as read individually and all at once, and cached for the next visit', async () => {
    const student = await schoolApp.school.student()
    for (const course_name of ['Singing', 'Rhythm', '<b>Scales</b>'])
      await schoolApp.school.transact((ctx) =>
        notify(ctx, { user_id: student.id, kind: 'unapproval_to_course', data: { course_name } }),
      )
    const page = await visit('/notifications', { person: student, size: phoneViewport })
    const unread = (count: number) =>
      page.getByText(uiText('notifications', 'show.unread', { count: String(count) })).waitFor()
    await unread(3)
    await page.getByText('<b>Scales</b>').first().waitFor()
    await page
      .getByRole('button', { name: /^Mark as read/ })
      .first()
      .click()
    await unread(2)
    await press(page, uiText('notifications', 'readAll'))
    await unread(0)
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('notifications') ?? '[]').length)
    expect(stored).toBe(3)
  })
})

describe('the school’s home', () => {
  test('lists courses by category, scrolls to an anchor, and finds a course despite a typing error', async () => {
    const { school } = schoolApp
    const category = await school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('categories')
        .where('school_id', '=', school_id)
        .where('slug', '=', 'voice')
        .select('id')
        .executeTakeFirstOrThrow(),
    )
    const course = await school.course({ course_name: 'Singing together', category_id: category.id })
    const stray = await school.course({ course_name: 'Listening' })
    const page = await visit('/#voice', { size: phoneViewport })
    const section = page.locator('#voice')
    await section.getByRole('link', { name: course.course_name }).waitFor()
    expect(await section.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(400)
    await page.locator('#uncategorised').getByRole('link', { name: stray.course_name }).waitFor()
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(schoolApp.at('/'))
    await page.getByRole('searchbox').fill('Singing togehter')
    await page.keyboard.press('Enter')
    await page.waitForURL(/searchQuery=/)
    await page.getByRole('link', { name: course.course_name }).waitFor()
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')
    expect((await ask('/?category=voice')).body).toMatch(/<h1[^>]*>Voice<\/h1>/)
    for (const query of ['category=voice', 'searchQuery=singing'])
      expect((await ask(`/?${query}&cursor=made-up`)).statusCode).toBe(404)
  })

  test('pages through more results than one page', async () => {
    const { school } = schoolApp
    for (let left = 25; left > 0; left -= 1) await school.course({ course_name: `Rope work ${left}` })
    const first = (await ask('/?searchQuery=rope+work')).body
    const next = /href="([^"]+cursor=[^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const found = (html: string) => html.match(/Rope work \d+/g) ?? []
    const all = new Set([...found(first), ...found((await ask(next)).body)])
    expect(all.size).toBe(25)
  })

  test('works without scripts, in the school’s colours', async () => {
    const page = await visit('/', { scripts: false })
    const ground = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
    expect(ground).toBe('rgb(246, 250, 247)')
    await page.getByRole('searchbox').fill('singing')
    await page.keyboard.press('Enter')
    await page.waitForURL(/searchQuery=/)
    expect(await page.getByRole('link', { name: 'Singing together' }).count()).toBe(1)
    // Where the app is required, the page says so.
    expect((await ask('/dashboard')).body).toContain('<noscript title="This page needs JavaScript')
  })
})

describe('the platform’s own pages', () => {
  test('describe the platform and find a school', async () => {
    const page = await visit(schoolApp.product.at(null, '/'), { size: phoneViewport })
    await page.getByRole('heading', { level: 1, name: text('product.headline') }).waitFor()
    await page.getByRole('link', { name: text('product.find') }).click()
    await page.getByRole('searchbox').fill(schoolApp.school.school_url)
    await page.keyboard.press('Enter')
    await page.waitForURL(/searchQuery=/)
    await page.locator('article').getByRole('link').first().click()
    await page.waitForURL(`${schoolApp.origin}/`)
    expect(await page.locator('.p-brand').textContent()).toContain('Harbour Academy')
  })

  test('each host has its own robots.txt and sitemap', async () => {
    expect((await ask('/robots.txt')).body).toContain(`Sitemap: ${schoolApp.at('/sitemap.xml')}`)
    expect((await ask('/sitemap.xml')).body).toContain(`<loc>${schoolApp.at('/')}</loc>`)
  })

  test('a school is installed under its own name and icon', async () => {
    const { body, headers } = await ask('/manifest.webmanifest')
    expect(headers['content-type']).toBe('application/manifest+json')
    const manifest = JSON.parse(body) as { icons: { src: string }[] }
    expect(manifest).toMatchObject({
      name: 'Harbour Academy',
      short_name: 'Harbour',
      start_url: '/dashboard',
      display: 'standalone',
      theme_color: expect.stringMatching(/^#/),
      icons: [{ src: '/app-icon.svg', type: 'image/svg+xml' }],
    })
    const icon = await ask(manifest.icons[0]!.src)
    expect(icon.headers['content-type']).toContain('image/svg+xml')
    expect(icon.body).toContain('>H</text>')
  })
})
