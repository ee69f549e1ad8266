import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import * as contract from '#courses/contract.ts'
import { createTestPdf, fileSignatures } from '#testing/builders/files.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { phoneViewport } from '../harness/browser.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

const demo = join(import.meta.dirname, '../../src/demo/media')
const handed = [
  {
    name: 'Harbour_film.mp4',
    mimeType: 'video/mp4',
    buffer: readFileSync(join(demo, 'codecraft-first-program.mp4')),
  },
  {
    name: 'Bell of the buoy.mp3',
    mimeType: 'audio/mpeg',
    buffer: readFileSync(join(demo, 'parole-cafe.mp3')),
  },
  { name: 'Chart.pdf', mimeType: 'application/pdf', buffer: createTestPdf() },
  { name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: fileSignatures.exe },
]

/** The outline of the course from the API. */
async function outlineOf(teacher: Awaited<ReturnType<typeof schoolApp.school.teacher>>, id: string) {
  const { lessons } = await teacher.api(contract.getCourseContents, { id })
  return lessons.flatMap(({ contents }) => contents.map(({ type, title }) => `${type} ${title}`)).toSorted()
}

/** Selector for each content type. */
const shown = {
  video: 'video[src]',
  audio: 'audio[src]',
  file: 'main:not(:has(iframe)) a[href*="/media/"][download]',
  text: 'text=Keep to the right.',
  embed: 'iframe[src^="https://www.youtube-nocookie.com/"]',
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

test('every content type is created in the builder, and learned by keyboard on a phone', async () => {
  const teacher = await schoolApp.school.teacher()
  const course = await teacher.api(contract.createCourse, { course_name: 'Pilots', course_isPublic: true })
  await teacher.api(contract.createLesson, { course_id: course.id, title: 'Harbour' })
  const { page } = await openPage(`/manage/courses/${course.id}`, teacher)

  // Several files at once: three become contents, the fourth shows why it does not.
  await page.getByRole('button', { name: 'Add lesson to Harbour' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: 'Multiple files…' }).click(),
  ])
  expect(chooser.isMultiple()).toBe(true)
  await chooser.setFiles(handed)
  const queue = page.getByRole('region', { name: 'Uploads' })
  await queue.getByText('3 of 4 files uploaded · 1 failed').waitFor()
  await queue.getByText('The file type of setup.exe is not supported here.').waitFor()
  expect(await accessibilityIssues(page)).toEqual([])
  await queue.getByRole('button', { name: 'Close' }).click()
  await expect
    .poll(() => outlineOf(teacher, course.id))
    .toEqual(['audio Bell of the buoy', 'file Chart', 'video Harbour film'])

  const add = async (type: string, title: string) => {
    await page.getByRole('button', { name: 'Add lesson to Harbour' }).click()
    await page.getByRole('menuitem', { name: type, exact: true }).click()
    // Its editor replaces the previous one.
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe(`New ${type.toLowerCase()}`)
    await page.getByLabel('Title').fill(title)
  }
  await add('Text', 'Rules')
  await page.getByRole('textbox', { name: 'Text' }).fill('Keep to the right.')
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
  await add('Embed', 'Tides')
  await page.getByLabel('Page address (URL)').fill('https://youtu.be/dQw4w9WgXcQ')
  await page.locator(shown.embed).waitFor()
  await expect.poll(() => outlineOf(teacher, course.id)).toContain('embed Tides')
  await page.getByRole('button', { name: 'Select lessons' }).click()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByText('5 selected').waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).first().click()
  const published = async () => {
    const { lessons } = await teacher.api(contract.getCourseContents, { id: course.id })
    return lessons.flatMap(({ contents }) => contents).filter((content) => content.is_published).length
  }
  await expect.poll(published).toBe(5)

  const student = await schoolApp.school.student()
  await schoolApp.school.enrol(student, course)
  const learning = await openPage(`/learn/${course.id}`, student, { size: phoneViewport })
  // Phones have no PDF viewer: a frame would stay empty. This browser may have one.
  await learning.page.evaluate(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }))
  const { lessons } = await teacher.api(contract.getCourseContents, { id: course.id })
  for (const [index, content] of lessons[0]!.contents.entries()) {
    await heading(learning.page, content.title)
    await learning.page
      .locator(shown[content.type as keyof typeof shown])
      .first()
      // The player shows its own controls for audio and hides the element.
      .waitFor({ state: content.type === 'audio' ? 'attached' : 'visible' })
    expect(await horizontalOverflow(learning.page), content.title).toBe(0)
    if (index < 4) await learning.page.keyboard.press('n')
  }
})
