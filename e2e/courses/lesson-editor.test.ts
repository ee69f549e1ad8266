import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import * as courses from '#courses/contract.ts'
import { createTestImage } from '#testing/builders/files.ts'
import type { TestUser } from '#testing/builders/school-builder.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { phoneViewport } from '../harness/browser.ts'
import { closePage, openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

/** An unpublished lesson without text. */
async function anEmptyLesson() {
  const teacher = await schoolApp.school.teacher({ name: 'Ada Obi' })
  const course = await teacher.api(courses.createCourse, { course_name: 'Baking', course_isPublic: true })
  const lesson = await teacher.api(courses.createLesson, { course_id: course.id, title: 'Bread' })
  const content = await teacher.api(courses.createContent, {
    lesson_id: lesson.id,
    type: 'text',
    title: 'Dough',
  })
  // With a second lesson, reading the first does not complete the course.
  await teacher.api(courses.createContent, {
    lesson_id: lesson.id,
    type: 'text',
    title: 'Oven',
    body: '<p>Heat it.</p>',
    is_published: true,
  })
  const student = await schoolApp.school.student({ name: 'Bisi Ade' })
  await schoolApp.school.enrol(student, course)
  return { teacher, student, course, content }
}

const topicOf = async (teacher: TestUser, course: { id: string }, content: { id: string }) =>
  (await teacher.api(courses.getCourseContents, { id: course.id, topic: content.id })).topic

const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

/** Chooses a block of the slash menu by the beginning of its name. */
async function insertBlock(page: Page, name: string) {
  await page.keyboard.type(`/${name.slice(0, 5)}`)
  await page.getByRole('option', { name, exact: true }).waitFor()
  await page.keyboard.press('Enter')
}

/** Pastes a file, or HTML, like a browser. */
const paste = (page: Page, content: { png?: string; html?: string }) =>
  text(page).evaluate((element, { png, html }) => {
    const data = new DataTransfer()
    if (png) {
      const bytes = Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0))
      data.items.add(new File([bytes], 'loaf.png', { type: 'image/png' }))
    }
    if (html) data.setData('text/html', html)
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, content)

/** Unsaved lessons in the browser's database, as JSON. */
const localDrafts = (page: Page) =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error!)
      })
    const database = await settled(indexedDB.open('personal'))
    const store = database.transaction('values').objectStore('values')
    const [keys, values] = [await settled(store.getAllKeys()), await settled(store.getAll())]
    database.close()
    const drafts = values.filter((_value, at) => (keys[at] as string).includes('lesson_draft'))
    return JSON.stringify(drafts)
  })

/** A dark page has other colours, but the same elements. */
async function expectAccessible(page: Page) {
  expect(await accessibilityIssues(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  expect(await accessibilityIssues(page, { runOnly: ['color-contrast'] }), 'dark').toEqual([])
}

test('a lesson with an image, a note, code and a formula is written, published and read on a phone', async () => {
  const { teacher, student, course, content } = await anEmptyLesson()
  const visit = await openPage(`/manage/courses/${course.id}?topic=${content.id}`, teacher)
  const { page, complaints } = visit
  await text(page).click()
  await page.keyboard.type('## Knead')
  await page.keyboard.press('Enter')
  await insertBlock(page, 'Tip')
  await page.keyboard.type('Use warm water.')
  await page.keyboard.press('ArrowDown')
  await text(page).locator('> p').last().click()

  const png = Buffer.from(await createTestImage({ width: 400, height: 300 })).toString('base64')
  await paste(page, { png })
  await page.getByRole('button', { name: 'Describe this image' }).click()
  await page.getByRole('textbox', { name: 'Image description' }).fill('A loaf of bread')
  await page.keyboard.press('Enter')
  await text(page).locator('> p').last().click()
  await insertBlock(page, 'Code')
  await page.getByLabel('Language').selectOption('javascript')
  await text(page).locator('pre').click()
  await page.keyboard.type('const grams = 500')
  await text(page).locator('.hljs-keyword', { hasText: 'const' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await insertBlock(page, 'Formula')
  await page.getByRole('textbox', { name: 'Formula in TeX' }).fill('\\frac{1}{2}')
  await page.keyboard.press('Enter')
  await text(page).locator('mfrac').waitFor()
  await page.getByText(/^\d+ words$/).waitFor()
  await expectAccessible(page)
  await page.getByRole('status').getByText('Saved', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect.poll(() => topicOf(teacher, course, content)).toMatchObject({ is_published: true })
  expect(complaints).toEqual([])
  await closePage(visit)

  const reading = await openPage(`/learn/${course.id}?topic=${content.id}`, student, { size: phoneViewport })
  const image = reading.page.getByRole('img', { name: 'A loaf of bread' })
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(400)
  await reading.page.getByRole('note').getByText('Use warm water.').waitFor()
  await reading.page.locator('code .hljs-keyword', { hasText: 'const' }).waitFor()
  await reading.page.locator('mfrac').waitFor()
  expect(await horizontalOverflow(reading.page)).toBe(0)
  await expectAccessible(reading.page)
  expect(reading.complaints).toEqual([])
})

test('text that was typed just before the tab was closed is restored', async () => {
  const { teacher, course, content } = await anEmptyLesson()
  const path = `/manage/courses/${course.id}?topic=${content.id}`
  const { page } = await openPage(path, teacher)
  await text(page).click()
  await page.route('**/api/**', (route) => route.abort())
  await page.keyboard.type('Nearly lost')
  // The browser stores each change in the background.
  await expect.poll(() => localDrafts(page)).toContain('Nearly lost')
  // A new tab of the same browser, as after a crash.
  const next = await page.context().newPage()
  await page.close({ runBeforeUnload: false })
  await next.goto(new URL(path, schoolApp.origin).href)
  await next.getByText('Your last changes were restored').waitFor()
  await text(next).getByText('Nearly lost').waitFor()
  await expect.poll(() => topicOf(teacher, course, content)).toMatchObject({ body: '<p>Nearly lost</p>' })
  await expect.poll(() => localDrafts(next)).toBe('[]')
})
