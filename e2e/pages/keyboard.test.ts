import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createTestCourse, storedPosition } from '#testing/builders/learning-builder.ts'
import * as courses from '#courses/contract.ts'
import { openPage, schoolApp, setUpSchoolApp, waitForHydration } from '../harness/open-page.ts'

setUpSchoolApp()

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Presses Tab until the control has the focus, as a person without a pointer does. */
async function tabTo(page: Page, target: Locator, key = 'Tab') {
  await target.waitFor()
  for (let presses = 0; presses < 120; presses++) {
    if (await isFocused(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`the keyboard does not reach ${target.toString()}`)
}

async function press(page: Page, target: Locator, key = 'Tab') {
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a teacher builds and publishes a lesson and its course with the keyboard alone', async () => {
  const teacher = await schoolApp.school.teacher({ name: 'Ada Obi' })
  const { page } = await openPage('/manage/courses/new', teacher)
  await waitForHydration(page)
  await tabTo(page, page.getByLabel('Name'))
  await page.keyboard.type('Sourdough')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('New section'))
  await page.keyboard.type('Starter')
  await page.keyboard.press('Enter')
  await press(page, button(page, 'Add lesson to Starter'), 'Shift+Tab')
  await page.getByRole('menuitem', { name: 'Text' }).waitFor()
  await expect.poll(() => isFocused(page.getByRole('menuitem').first())).toBe(true)
  while (!(await isFocused(page.getByRole('menuitem', { name: 'Text' }))))
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('textbox', { name: 'Text', exact: true }))
  await page.keyboard.type('Flour and water.')
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
  await press(page, button(page, 'Publish'), 'Shift+Tab')
  await page.getByText('Published for all students.').waitFor()
  await press(page, page.getByRole('button', { name: /^Draft/ }), 'Shift+Tab')
  const dialog = page.getByRole('dialog', { name: 'Before you publish' })
  await press(page, dialog.getByRole('button', { name: 'Publish course' }))
  await page.getByText('The course is now public.').waitFor()
  const { data } = await teacher.api(courses.listCourses, {})
  expect(data).toMatchObject([{ course_name: 'Sourdough', contents_count: 1, course_isPublic: true }])
})

test('a teacher approves and declines requests and searches with the keyboard alone', async () => {
  const { course, teacher } = await createTestCourse(schoolApp.school, { course: { course_name: 'Pilots' } })
  const [ada, efe] = [
    await schoolApp.school.student({ name: 'Ada Uba' }),
    await schoolApp.school.student({ name: 'Efe Uba' }),
  ]
  for (const student of [ada, efe])
    await schoolApp.school.enrol(student, course, { status: 'pending', approved_at: null })
  const status = async ({ id }: { id: string }) =>
    (await storedPosition(schoolApp.school, course.id, id))?.status
  const { page } = await openPage(`/manage/courses/${course.id}/students`, teacher)
  const choose = async (name: string, item: string) => {
    await press(page, button(page, `Actions for ${name}`))
    const entry = page.getByRole('menuitem', { name: item, exact: true })
    await entry.waitFor()
    await expect.poll(() => isFocused(page.getByRole('menuitem').first())).toBe(true)
    while (!(await isFocused(entry))) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  await choose('Ada Uba', 'Approve')
  await expect.poll(() => status(ada)).toBe('approved')
  await choose('Efe Uba', 'Decline request…')
  const dialog = page.getByRole('dialog', { name: 'Decline 1 request' })
  await press(page, dialog.getByRole('button', { name: 'Decline', exact: true }))
  await expect.poll(() => status(efe)).toBe('unapproved')

  await page.keyboard.press('Control+k')
  await expect.poll(() => isFocused(page.getByRole('dialog').getByRole('combobox'))).toBe(true)
  await page.keyboard.type('Pilots')
  await page.getByRole('option', { name: 'Pilots' }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(schoolApp.at(`/manage/courses/${course.id}`))
})
