import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import * as courses from '#courses/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import type { TestUser } from '#testing/builders/school-builder.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { phoneViewport } from '../harness/browser.ts'
import { openPage, closePage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

/** A course with two published texts. */
async function aCourse() {
  const teacher = await schoolApp.school.teacher({ name: 'Ada Obi' })
  const course = await teacher.api(courses.createCourse, { course_name: 'Sailing', course_isPublic: true })
  const lesson = await teacher.api(courses.createLesson, { course_id: course.id, title: 'At sea' })
  const add = (title: string, body: string) =>
    teacher.api(courses.createContent, {
      lesson_id: lesson.id,
      type: 'text',
      title,
      body: `<p>${body}</p>`,
      is_published: true,
    })
  const [knots, wind] = [await add('Knots', 'Tie a bowline.'), await add('Wind', 'Read the wind.')]
  const student = await schoolApp.school.student({ name: 'Bisi Ade' })
  await schoolApp.school.enrol(student, course)
  return { teacher, course, lesson, knots, wind, student }
}

const isSaved = (page: Page) => page.getByRole('status').getByText('Saved', { exact: true }).first().waitFor()

async function write(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(text)
  await page.getByText('Unpublished changes').waitFor()
  await isSaved(page)
}

/** What a student reads in a content, or the refusal. */
async function readBy(student: TestUser, course_id: string, id: string) {
  const { topic } = await student.api(courses.getCourseContents, { id: course_id, topic: id })
  return topic?.lock_reason ?? topic?.body
}

test('a text is changed for new students, read in two versions and restored; another opens for a group', async () => {
  const { teacher, course, knots, wind, student } = await aCourse()
  const { page, complaints } = await openPage(`/manage/courses/${course.id}?topic=${knots.id}`, teacher)
  await page.getByText('Published', { exact: true }).waitFor()
  await write(page, 'Tie a clove hitch.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('radio', { name: 'New students only' }).check()
  expect(await accessibilityIssues(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Published for new students', { exact: true }).waitFor()

  const late = await schoolApp.school.student({ name: 'Chi Eze' })
  await schoolApp.school.enrol(late, course)
  expect(await readBy(student, course.id, knots.id)).toContain('Tie a bowline.')
  expect(await readBy(late, course.id, knots.id)).toContain('Tie a clove hitch.')

  await page.getByRole('button', { name: 'More publishing actions' }).click()
  await page.getByRole('menuitem', { name: 'Version history' }).click()
  const history = page.getByRole('dialog', { name: 'Version history' })
  await history.getByRole('button', { name: /^Version 1/ }).click()
  await history.locator('del', { hasText: 'bowline' }).waitFor()
  await history.locator('ins', { hasText: 'clove hitch' }).waitFor()
  await history.getByRole('button', { name: 'Restore this version' }).click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).getByText('Tie a bowline.').waitFor()
  await page.getByText('Unpublished changes').waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Published', { exact: true }).waitFor()
  expect(await readBy(late, course.id, knots.id)).toContain('Tie a bowline.')

  // Creates a group from the list of students, and opens a content for it only.
  await teacher.api(courses.updateContent, { id: wind.id, opens_at: '2031-12-03T08:00:00Z' })
  await page.getByRole('link', { name: 'Students', exact: true }).last().click()
  await page.getByRole('checkbox', { name: 'Bisi Ade' }).check()
  await page.getByRole('button', { name: 'Add to group' }).click()
  await page.getByRole('menuitem', { name: 'New group' }).click()
  await page.getByLabel('Name').fill('Evening')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The group was saved.').waitFor()

  await page.getByRole('link', { name: 'Groups', exact: true }).click()
  await page.getByRole('row', { name: /Evening/ }).waitFor()
  await page.getByRole('button', { name: 'Add group exception' }).click()
  await page.getByRole('combobox', { name: 'Groups' }).fill('Even')
  await page.getByRole('option', { name: 'Evening' }).click()
  await page.keyboard.press('Tab')
  await page.getByRole('combobox', { name: 'Applies to' }).fill('Wind')
  await page.getByRole('option', { name: /^Wind/ }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('row', { name: /Evening Wind/ }).waitFor()
  expect(await readBy(student, course.id, wind.id)).toContain('Read the wind.')
  expect(await readBy(late, course.id, wind.id)).toBe('date')
  expect(complaints).toEqual([])
})

test('a lock by date and prerequisite is explained, and opens on the open page', async () => {
  const { teacher, course, knots, wind, student } = await aCourse()
  const visit = await openPage(`/manage/courses/${course.id}?topic=${wind.id}`, teacher, {
    size: phoneViewport,
  })
  const { page } = visit
  await page.getByText('Opening and completion').click()
  await page.getByRole('combobox', { name: 'Opens after' }).fill('Knots')
  await page.getByRole('option', { name: /^Knots/ }).click()
  await page.getByLabel('Opens on').fill('2031-12-03T09:00')
  const rules = async () =>
    (await teacher.api(courses.getCourseContents, { id: course.id, topic: wind.id })).topic?.opening
  await expect
    .poll(rules)
    .toMatchObject({ opens_at: '2031-12-03T08:00:00.000Z', opens_after_content_id: knots.id })
  expect(await accessibilityIssues(page)).toEqual([])
  expect(await horizontalOverflow(page)).toBe(0)
  await teacher.api(courses.updateContent, { id: knots.id, completion_rule: 'marked' })
  await closePage(visit)

  const learning = (await openPage(`/learn/${course.id}?topic=${wind.id}`, student, { size: phoneViewport }))
    .page
  await learning.getByText('Opens on Dec 3, 2031, 9:00 AM').last().waitFor()
  await learning.getByText('Opens when you have completed “Knots”').last().waitFor()
  await learning.getByRole('link', { name: 'Go to “Knots”' }).click()
  await learning.getByText('Mark this as completed when you have finished.').waitFor()
  await learning.getByRole('button', { name: 'Mark as completed' }).click()
  await learning.getByRole('button', { name: 'Completed. Mark as not completed' }).waitFor()
  const opening = async () =>
    (await student.api(courses.getCourseContents, { id: course.id, topic: wind.id })).topic?.lock
  await expect.poll(opening).toMatchObject({ opens_after: null })

  // Late enough for the page to load before, even on a busy machine.
  const soon = new Date(Date.now() + 6_000).toISOString()
  await teacher.api(courses.updateContent, { id: wind.id, opens_at: soon })
  await learning.goto(schoolApp.at(`/learn/${course.id}?topic=${wind.id}`))
  await learning.getByText('Read the wind.').waitFor()
})

test('among 500 contents, a title that is too long is reported and blocks nothing else', async () => {
  const { teacher, course, lesson, knots } = await aCourse()
  await schoolApp.school.transact(async ({ tx, school_id }) => {
    const rows = Array.from({ length: 500 }, (_row, n) => ({
      school_id,
      id: newId(),
      course_id: course.id,
      lesson_id: lesson.id,
      type: 'text',
      title: `Topic ${n}`,
      position: n + 2,
    }))
    await tx.insertInto('contents').values(rows).execute()
  })
  const { page } = await openPage(`/manage/courses/${course.id}?topic=${knots.id}`, teacher)
  await page.getByRole('button', { name: 'Move Topic 499', exact: true }).waitFor({ timeout: 10_000 })
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('x'.repeat(10_000))
  await page.getByText('This is too long.').waitFor()
  await write(page, 'Tie a stopper.')
  const stored = async () => {
    const { topic } = await teacher.api(courses.getCourseContents, { id: course.id, topic: knots.id })
    return [topic?.title, topic?.body]
  }
  expect(await stored()).toEqual(['Knots', '<p>Tie a stopper.</p>'])
  expect(await title.inputValue()).toHaveLength(10_000)
  await title.fill('العُقَد')
  await expect.poll(stored, { timeout: 15_000 }).toEqual(['العُقَد', '<p>Tie a stopper.</p>'])
})
