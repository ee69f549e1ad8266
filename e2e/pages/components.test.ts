import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { desktopViewport, openBrowser, phoneViewport, type BrowserPage } from '../harness/browser.ts'
import { smallControls } from '../harness/small-controls.ts'
import { startSchoolApp, type SchoolApp } from '../harness/school-app.ts'

let pages: SchoolApp

beforeAll(async () => {
  pages = await startSchoolApp()
})
afterAll(async () => {
  await inUse?.context.close()
  await pages.close()
})

/** Tests share one profile; after a failure the next one gets another. */
let inUse: (BrowserPage & { at: string }) | undefined
afterEach(async ({ task }) => {
  if (!task.result?.errors?.length) return
  await inUse?.context.close()
  inUse = undefined
})

/** The component page for this query; reloads only if the query differs. */
async function theKit(query = '') {
  inUse ??= { ...(await openBrowser()), at: '' }
  const { page } = inUse
  const at = pages.at(`/dev/ui${query}`)
  if (inUse.at !== at) {
    await page.goto(at, { waitUntil: 'networkidle' })
    inUse.at = at
    await hydrated(page)
  }
  await page.setViewportSize(desktopViewport)
  return inUse
}

/** Waits until components handle events and have their final sizes. */
async function hydrated(page: Page) {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('[role=tab]') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
  await page.waitForFunction(
    () => document.fonts.status === 'loaded' && !document.querySelector('[aria-busy="true"]'),
  )
}

const onlyColours: RunOptions = { runOnly: ['color-contrast'] }
const looks: [look: string, options?: RunOptions][] = [
  ['?dir=rtl&scheme=dark'],
  ['?theme=parole', onlyColours],
  ['?theme=meadow&scheme=dark', onlyColours],
  ['?theme=night', onlyColours],
  [''],
]

test('tabs are mirrored in right-to-left', async () => {
  const { page } = await theKit('?scheme=dark')
  await page.getByRole('radiogroup', { name: 'dir' }).getByText('rtl').click()
  await page.waitForFunction(() => document.documentElement.dir === 'rtl')
  await page.getByRole('tab', { name: 'outline' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).toBe('settings')
})

test.each(looks)(
  'the component page %s has no axe violation, and fits a phone with longer words',
  async (look, options) => {
    const { page, complaints } = await theKit(look)
    expect(await accessibilityIssues(page, options)).toEqual([])
    await page.setViewportSize(phoneViewport)
    expect(await horizontalOverflow(page)).toBe(0)
    // A theme has other colours, but the same components in the same positions.
    expect(options ? [] : await accessibilityIssues(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 600 })
    expect(await horizontalOverflow(page)).toBe(0)
    expect(complaints.splice(0)).toEqual([])
  },
)

test.each([
  ['fr', 'ltr'],
  ['ar', 'rtl'],
])('the component page in %s has no axe violation, and fits a phone', async (language, direction) => {
  const { page, context, complaints } = await openBrowser()
  await page.goto(pages.at('/dev/ui'), { waitUntil: 'networkidle' })
  await hydrated(page)
  await page.getByRole('radiogroup', { name: 'language' }).getByText(language, { exact: true }).click()
  await page.locator(`html[lang=${language}][dir=${direction}]`).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await accessibilityIssues(page)).toEqual([])
  await page.setViewportSize(phoneViewport)
  expect(await horizontalOverflow(page)).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('compact tables have lower rows', async () => {
  const { page } = await theKit()
  const rowHeight = () =>
    page
      .getByRole('region', { name: 'Students', exact: true })
      .locator('tbody tr')
      .first()
      .evaluate((row) => row.getBoundingClientRect().height)
  const comfortable = await rowHeight()
  await page.getByRole('radiogroup', { name: 'density' }).getByText('compact').click()
  await expect.poll(rowHeight).toBeLessThan(comfortable - 8)
  await page.getByRole('radiogroup', { name: 'density' }).getByText('comfortable').click()
})

test('controls are large enough for fingers', async () => {
  const { page, context } = await openBrowser({ size: phoneViewport, touch: true })
  await page.goto(pages.at('/dev/ui'), { waitUntil: 'networkidle' })
  await hydrated(page)
  // Some controls measure themselves after hydration.
  await expect.poll(() => page.evaluate(smallControls)).toEqual([])
  await context.close()
})

describe('by keyboard', () => {
  test('a dialog traps the focus and returns it', async () => {
    const { page } = await theKit()
    const opener = page.getByRole('button', { name: 'Open a dialog' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'A dialog' })
    await dialog.waitFor()
    expect(await accessibilityIssues(page)).toEqual([])
    for (let press = 0; press < 5; press++) {
      await page.keyboard.press('Tab')
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('tabs follow the arrows, Home and End', async () => {
    const { page } = await theKit()
    const chosen = () => page.getByRole('tab', { selected: true }).textContent()
    await page.getByRole('tab', { name: 'outline' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(chosen).toBe('settings')
    await page.keyboard.press('End')
    await expect.poll(chosen).toBe('students')
    await page.keyboard.press('Home')
    await expect.poll(chosen).toBe('outline')
  })

  test('a list is reordered with space and arrows, and with buttons that keep the focus', async () => {
    const { page } = await theKit()
    const first = 'What the web is made of'
    await page.getByRole('button', { name: `Move ${first}`, exact: true }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => spoken(page)).toContain('position 2 of 3')
    await page.keyboard.press('Space')
    await expect.poll(() => order(page)).toEqual(['A page with a picture', first, 'Links and addresses'])
    const down = page.getByRole('button', { name: `Move ${first} down` })
    await down.click()
    await expect.poll(() => order(page)).toEqual(['A page with a picture', 'Links and addresses', first])
    await page.getByRole('button', { name: `Move ${first} up` }).click()
    await expect.poll(() => order(page)).toEqual(['A page with a picture', first, 'Links and addresses'])
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe(`Move ${first} up`)
  })
})

const order = async (page: Page) =>
  (await page.locator('ol > li').allTextContents()).map((text) => text.replace(/^\d+\. /, '').trim())
const spoken = async (page: Page) => (await page.locator('[id^="DndLiveRegion"]').allTextContents()).join()

describe('feedback', () => {
  test('a removed item can be restored within ten seconds', async () => {
    const { page } = await theKit()
    await page.getByRole('button', { name: 'Remove, with undo' }).click()
    await page.getByRole('alert').getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => page.getByText('It is back').isVisible()).toBe(true)
  })

  test('a bulk deletion asks first, with Cancel as the default', async () => {
    const { page } = await theKit()
    await page.getByRole('button', { name: 'Ask first' }).click()
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing was removed').waitFor()
  })

  test('an upload shows its progress and can be cancelled', async () => {
    const { page } = await theKit()
    const image = { name: 'cover.png', mimeType: 'image/png', buffer: Buffer.alloc(50_000) }
    const input = page.locator('input[type=file]').first()
    await input.setInputFiles(image)
    await expect.poll(() => page.getByText('Uploading cover.png').first().isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Cancel' }).first().click()
    await page.getByText('Upload cancelled.').waitFor()
    await input.setInputFiles({ ...image, name: 'notes.txt', mimeType: 'text/plain' })
    await page.getByText('The file type of notes.txt is not supported here.').waitFor()
  })
})

test('the public components have no violation, light or dark', async () => {
  const { page, complaints, context } = await openBrowser({ size: phoneViewport })
  await page.goto(pages.at('/dev/ui/public'), { waitUntil: 'networkidle' })
  expect(await accessibilityIssues(page)).toEqual([])
  expect(await horizontalOverflow(page)).toBe(0)
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(ground).not.toBe(light)
  expect(await accessibilityIssues(page, onlyColours)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('the public components need no script', async () => {
  const { page, context } = await openBrowser({ scripts: false })
  await page.goto(pages.at('/dev/ui/public'))
  expect(await page.getByRole('link', { name: 'See the courses' }).isVisible()).toBe(true)
  await page.getByText('Language and appearance').locator('..').click()
  expect(await page.getByRole('button', { name: 'Français' }).isVisible()).toBe(true)
  await context.close()
})
