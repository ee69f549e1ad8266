import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import * as courses from '#courses/contract.ts'
import { createTestImage } from '#testing/builders/files.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'
import { pastedFromDocs, pastedFromWeb, pastedFromWord } from './pasted-samples.ts'

setUpSchoolApp()

/** A lesson without text, open in the editor of its teacher. */
async function openEmptyLesson() {
  const teacher = await schoolApp.school.teacher({ name: 'Ada Obi' })
  const course = await teacher.api(courses.createCourse, { course_name: 'Baking', course_isPublic: true })
  const section = await teacher.api(courses.createLesson, { course_id: course.id, title: 'Bread' })
  const lesson = await teacher.api(courses.createContent, {
    lesson_id: section.id,
    type: 'text',
    title: 'Dough',
  })
  const { page } = await openPage(`/manage/courses/${course.id}?topic=${lesson.id}`, teacher)
  await text(page).click()
  const stored = async () =>
    (await teacher.api(courses.getCourseContents, { id: course.id, topic: lesson.id })).topic!.body
  return { page, stored }
}

const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

/** Pastes HTML with its plain text, like a browser. */
const paste = (page: Page, html: string) =>
  text(page).evaluate((element, given) => {
    const data = new DataTransfer()
    data.setData('text/html', given)
    data.setData('text/plain', 'plain')
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, html)

test('a text of Word keeps headings, emphasis, nested lists and tables, without its styles', async () => {
  const { page, stored } = await openEmptyLesson()
  await paste(page, pastedFromWord)
  await expect
    .poll(stored)
    .toBe(
      '<h2>Bread</h2>' +
        '<p>Weigh <strong>500 g</strong> of <em>strong</em> flour, <u>twice</u>.</p>' +
        '<ul><li><p>Flour</p><ul><li><p>Rye</p></li></ul></li><li><p>Water</p></li></ul>' +
        '<ol><li><p>Mix</p></li><li><p>Knead</p></li></ol>' +
        '<table><tbody><tr><td><p>Step</p></td><td><p>Minutes</p></td></tr>' +
        '<tr><td><p>Rest</p></td><td><p>30</p></td></tr></tbody></table>',
    )
  await page.getByText('An image was not copied').waitFor()
})

test('a text of Google Docs is not bold as a whole, and keeps its images', async () => {
  const { page, stored } = await openEmptyLesson()
  const image = Buffer.from(await createTestImage({ width: 60, height: 40 })).toString('base64')
  await paste(page, pastedFromDocs(`data:image/png;base64,${image}`))
  await text(page).locator('figure img').waitFor()
  await expect.poll(stored).toMatch(/media\/private/)
  const body = (await stored()).replace(/<figure.*?<\/figure>/, '[image]')
  expect(body).toBe(
    '<h2>Dough</h2>' +
      '<p>Plain, <strong>bold</strong>, <em>italic</em>, <s>gone</s> and ' +
      '<a href="https://example.com/flour" rel="noopener nofollow" target="_blank">a link</a>.</p>' +
      '<ul><li><p>Salt</p></li><li><p>Yeast</p></li></ul>[image]',
  )
})

test('a text of a web page loses scripts, classes and counting pixels, and keeps code and quotes', async () => {
  const { page, stored } = await openEmptyLesson()
  await paste(page, pastedFromWeb)
  await expect
    .poll(stored)
    .toBe(
      '<h2>Ovens</h2><p>Set it to <code>230 °C</code>.</p>' +
        '<blockquote><p>Heat first.</p></blockquote>' +
        '<pre><code>bake --minutes 40</code></pre><h4>Notes</h4><p>Done.</p>',
    )
  // The counting pixel is not reported as lost.
  expect(await page.getByText('not copied').count()).toBe(0)
})
