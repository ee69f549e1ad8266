import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { json } from '#platform/database/database.server.ts'
import { defaultPalette, themeCss } from '#lib/theme/index.ts'
import { notify } from '#notifications/index.ts'
import type { Person } from '#testing/builders/people.ts'
import { accessibilityFaults, sidewaysScroll } from '../harness/axe.ts'
import { phone } from '../harness/browser.ts'
import { browse, pages, refuseComplaints, visitSchool } from '../harness/visits.ts'
import { say } from '../harness/text.ts'

visitSchool()
refuseComplaints(/status of (404|409|422)/)

const palette = { ...defaultPalette, background: '#f6faf7' }
let owner: Person

beforeAll(async () => {
  owner = await pages.school.owner({ name: 'Ada Obi' })
  await pages.school.inside(({ tx, school_id }) =>
    tx
      .updateTable('schools')
      .set({ theme: json(palette), theme_css: themeCss(palette) })
      .where('school_id', '=', school_id)
      .execute(),
  )
})

async function visit(
  place: string,
  { person, ...options }: Parameters<typeof browse>[2] & { person?: Person } = {},
) {
  return (await browse(place, person ?? null, options)).page
}

/** What a page answers without a browser. */
const ask = (url: string) =>
  pages.product.app.http.inject({ url, headers: { host: new URL(pages.origin).host } })

const text = (key: string, values?: Record<string, string>) => say('schools', key, values)
const saved = (page: Page) => page.getByText(say('ui', 'save.saved'), { exact: true }).waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function expectSound(page: Page) {
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
}

describe('opening a school', () => {
  const address = (page: Page) => page.getByRole('textbox', { name: text('create.address') })
  const name = (page: Page) => page.getByRole('textbox', { name: text('create.name') })

  test('the address follows the name, says what is wrong with it, and offers others', async () => {
    const page = await visit(pages.product.at(null, '/health/live'), { size: phone })
    const typed = Promise.withResolvers<void>()
    await page.route(/entry\.client/, async (route) => {
      await typed.promise
      await route.continue()
    })
    await page.goto(pages.product.at(null, '/create-school'), { waitUntil: 'commit' })
    await name(page).fill('Typed early')
    typed.resolve()
    // The script has taken over once it has proposed a time zone; what was typed before is still there.
    await expect
      .poll(() => page.getByRole('combobox', { name: text('create.timeZone') }).inputValue())
      .not.toBe('')
    expect(await name(page).inputValue()).toBe('Typed early')

    await name(page).fill('École de Musique')
    await page.getByText(text('create.free')).waitFor()
    expect(await address(page).inputValue()).toBe('ecole-de-musique')
    await address(page).fill('g00gle')
    await page.getByText(text('errors.address_lookalike')).waitFor()
    await address(page).fill(pages.school.school_url)
    await page.getByText(text('errors.address_taken')).waitFor()
    await expectSound(page)
    await press(page, `${pages.school.school_url}-school`)
    await page.getByText(text('create.free')).waitFor()
  })

  test('exists at the root only', async () => {
    expect((await ask('/create-school')).statusCode).toBe(404)
  })
})

const primaryOnScreen = () =>
  getComputedStyle(document.documentElement).getPropertyValue('--ly-primary').trim()

test('settings save themselves, and visitors see it at once; colours are mended; a question is saved once it is whole', async () => {
  const page = await visit('/manage/settings', { person: owner })
  const tagline = page.getByRole('textbox', { name: text('settings.tagline') })
  await tagline.fill('Learn by doing')
  await page.getByText(say('ui', 'save.waiting'), { exact: true }).waitFor()
  await saved(page)

  await page.getByRole('tab', { name: text('settings.tabs.colours') }).click()
  await page.getByRole('textbox', { name: say('ui', 'colours.text'), exact: true }).fill('#c9d1cd')
  await page.getByRole('textbox', { name: say('ui', 'colours.primary'), exact: true }).fill('#ffee88')
  await page.getByText(say('ui', 'notSaved')).waitFor()
  await page
    .getByRole('button', { name: say('ui', 'form.color.open') })
    .first()
    .click()
  await page.getByRole('slider', { name: say('ui', 'form.color.hue') }).waitFor()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await press(page, say('ui', 'mendAll'))
  await saved(page)
  await expect.poll(() => page.evaluate(primaryOnScreen)).not.toBe(palette.primary)
  const kept = await page.evaluate(primaryOnScreen)
  const home = await visit('/')
  expect(await home.getByRole('heading', { level: 1 }).textContent()).toBe('Learn by doing')
  expect(await home.evaluate(primaryOnScreen)).toBe(kept)

  await page.setViewportSize(phone)
  await page.getByRole('tab', { name: text('settings.tabs.registration') }).click()
  await press(page, text('registration.add'))
  await page.getByRole('textbox', { name: text('registration.label'), exact: true }).fill('Which instrument?')
  await page.getByRole('combobox', { name: text('registration.type') }).click()
  await page.getByRole('option', { name: text('registration.types.choice'), exact: true }).click()
  await page.getByText(text('registration.twoOptions')).waitFor()
  await page.getByRole('textbox', { name: text('registration.options') }).fill('Piano\n\nViolin\nPiano')
  await saved(page)
  await expectSound(page)
  const { registration_fields } = await pages.school.inside(({ tx, school_id }) =>
    tx
      .selectFrom('schools')
      .where('school_id', '=', school_id)
      .select('registration_fields')
      .executeTakeFirstOrThrow(),
  )
  expect(registration_fields).toMatchObject([{ label: 'Which instrument?', options: ['Piano', 'Violin'] }])

  // The tab that is open shows, though its place is beyond the edge of a phone.
  await page.getByRole('tab', { name: text('settings.tabs.notifications') }).click()
  await page.reload()
  const open = page.getByRole('tab', { name: text('settings.tabs.notifications'), selected: true })
  const end = () => open.evaluate((tab) => tab.getBoundingClientRect().right)
  await expect.poll(end).toBeLessThanOrEqual(phone.width)
})

describe('categories', () => {
  const word = (key: string, values?: Record<string, string>) => say('categories', key, values)
  const names = (page: Page) =>
    page.getByRole('button', { name: /^Rename / }).evaluateAll((all) => all.map((one) => one.ariaLabel))

  test('are added, put in order by keyboard, deleted and brought back', async () => {
    const page = await visit('/manage/categories', { person: owner })
    for (const name of ['Piano', 'Violin', 'Voice']) {
      await page.getByRole('textbox', { name: word('newName') }).fill(name)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: word('rename', { name }) }).waitFor()
    }
    await page.getByRole('textbox', { name: word('newName') }).fill('piano')
    await press(page, word('add'))
    await page.getByText(word('errors.category_name_taken')).waitFor()
    await page.getByRole('button', { name: say('ui', 'sort.grip', { name: 'Piano' }), exact: true }).focus()
    for (const [key, told, place] of [
      ['Space', 'over', 1],
      ['ArrowDown', 'over', 2],
      ['Space', 'dropped', 2],
    ] as const) {
      await page.keyboard.press(key)
      const where = say('ui', `sort.${told}`, { name: 'Piano', place, count: 3 })
      await page.getByRole('status').getByText(where).waitFor()
    }
    await expect.poll(() => names(page)).toEqual(['Rename Violin', 'Rename Piano', 'Rename Voice'])
    await press(page, word('remove', { name: 'Violin' }))
    await expect.poll(() => names(page)).toEqual(['Rename Piano', 'Rename Voice'])
    await press(page, say('ui', 'actions.undo'))
    await expect.poll(() => names(page)).toEqual(['Rename Violin', 'Rename Piano', 'Rename Voice'])
    const kept = () =>
      pages.school.inside(({ tx, school_id }) =>
        tx
          .selectFrom('categories')
          .where('school_id', '=', school_id)
          .orderBy('position')
          .select('name')
          .execute(),
      )
    await expect.poll(kept).toEqual([{ name: 'Violin' }, { name: 'Piano' }, { name: 'Voice' }])
  })
})

describe('notifications', () => {
  test('are read one by one and all at once, and kept for the next visit', async () => {
    const student = await pages.school.student()
    for (const course_name of ['Singing', 'Rhythm', '<b>Scales</b>'])
      await pages.school.inside((ctx) =>
        notify(ctx, { user_id: student.id, kind: 'unapproval_to_course', data: { course_name } }),
      )
    const page = await visit('/notifications', { person: student, size: phone })
    const unread = (count: number) =>
      page.getByText(say('notifications', 'show.unread', { count: String(count) })).waitFor()
    await unread(3)
    await page.getByText('<b>Scales</b>').first().waitFor()
    await page
      .getByRole('button', { name: /^Mark as read/ })
      .first()
      .click()
    await unread(2)
    await press(page, say('notifications', 'readAll'))
    await unread(0)
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('notifications') ?? '[]').length)
    expect(kept).toBe(3)
  })
})

describe('the school’s home', () => {
  test('shows courses by category, scrolls to an anchor, and finds a course in spite of a slip', async () => {
    const { school } = pages
    const category = await school.inside(({ tx, school_id }) =>
      tx
        .selectFrom('categories')
        .where('school_id', '=', school_id)
        .where('slug', '=', 'voice')
        .select('id')
        .executeTakeFirstOrThrow(),
    )
    const course = await school.course({ course_name: 'Singing together', category_id: category.id })
    const stray = await school.course({ course_name: 'Listening' })
    const page = await visit('/#voice', { size: phone })
    const section = page.locator('section#voice')
    await section.getByRole('link', { name: course.course_name }).waitFor()
    expect(await section.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(400)
    await page.locator('#uncategorised').getByRole('link', { name: stray.course_name }).waitFor()
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(pages.at('/'))
    await page.getByRole('searchbox').fill('Singing togehter')
    await page.keyboard.press('Enter')
    await page.waitForURL(/searchQuery=/)
    await page.getByRole('link', { name: course.course_name }).waitFor()
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')
    expect((await ask('/?category=voice')).body).toMatch(/<h1[^>]*>Voice<\/h1>/)
    for (const query of ['category=voice', 'searchQuery=singing'])
      expect((await ask(`/?${query}&cursor=made-up`)).statusCode).toBe(404)
  })

  test('leads on where a search finds more than one page of courses', async () => {
    const { school } = pages
    for (let left = 25; left > 0; left -= 1) await school.course({ course_name: `Rope work ${left}` })
    const first = (await ask('/?searchQuery=rope+work')).body
    const next = /href="([^"]+cursor=[^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const found = (html: string) => html.match(/Rope work \d+/g) ?? []
    const all = new Set([...found(first), ...found((await ask(next)).body)])
    expect(all.size).toBe(25)
  })

  test('works without any script, in the school’s colours', async () => {
    const page = await visit('/', { scripts: false })
    const ground = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
    expect(ground).toBe('rgb(246, 250, 247)')
    await page.getByRole('searchbox').fill('singing')
    await page.keyboard.press('Enter')
    await page.waitForURL(/searchQuery=/)
    expect(await page.getByRole('link', { name: 'Singing together' }).count()).toBe(1)
    // Where the app is needed, the page says so.
    expect((await ask('/dashboard')).body).toContain('<noscript title="This page needs JavaScript')
  })
})

describe('the platform’s own pages', () => {
  test('tell what it is and find a school', async () => {
    const page = await visit(pages.product.at(null, '/'), { size: phone })
    await page.getByRole('heading', { level: 1, name: text('product.headline') }).waitFor()
    await page.getByRole('link', { name: text('product.find') }).click()
    await page.getByRole('searchbox').fill(pages.school.school_url)
    await page.keyboard.press('Enter')
    await page.waitForURL(/searchQuery=/)
    await page.locator('article').getByRole('link').first().click()
    await page.waitForURL(`${pages.origin}/`)
    expect(await page.locator('.p-brand').textContent()).toContain('Harbour Academy')
  })

  test('a host has its own robots.txt and sitemap', async () => {
    expect((await ask('/robots.txt')).body).toContain(`Sitemap: ${pages.at('/sitemap.xml')}`)
    expect((await ask('/sitemap.xml')).body).toContain(`<loc>${pages.at('/')}</loc>`)
  })
})
