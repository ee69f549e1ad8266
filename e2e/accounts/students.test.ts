import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  createTestCourse,
  listEnrolmentEventsOf,
  storedPosition,
} from '#testing/builders/learning-builder.ts'
import { newId } from '#platform/security/tokens.ts'
import type { TestUser } from '#testing/builders/school-builder.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { phoneViewport } from '../harness/browser.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

/** A course with an approved student and two pending ones. */
async function aClass() {
  const course = { course_name: 'Harbour pilots', enable_tiering: true, tiering_maximum: 2 }
  const fixture = await createTestCourse(schoolApp.school, { course })
  const [ada, bayo] = [
    await schoolApp.school.student({ name: 'Ada Obi' }),
    await schoolApp.school.student({ name: 'Bayo Ade' }),
  ]
  for (const student of [ada, bayo])
    await schoolApp.school.enrol(student, fixture.course, { status: 'pending', approved_at: null })
  const status = async (student: TestUser) =>
    (await storedPosition(schoolApp.school, fixture.course.id, student.id))?.status
  return { ...fixture, ada, bayo, status, path: `/manage/courses/${fixture.course.id}/students` }
}

/** Looks at the lessons of a student, writes a note for staff and a message. */
async function contactStudent(page: Page) {
  await page.getByRole('button', { name: '0 of 1 lessons' }).click()
  await page.getByRole('region', { name: 'Courses' }).getByText('Not started').waitFor()
  const notes = page.getByRole('region', { name: 'Staff notes' })
  await notes.getByLabel('New note').fill('Needs more time.')
  await notes.getByRole('button', { name: 'Add note' }).click()
  await notes
    .getByRole('listitem')
    .filter({ hasText: 'Amara Okafor' })
    .getByText('Needs more time.')
    .waitFor()
  const messages = page.getByRole('region', { name: 'Messages' })
  await messages.getByRole('button', { name: 'Send message' }).click()
  const dialog = page.getByRole('dialog', { name: 'Message to Ada Obi' })
  await dialog.getByLabel('Subject').fill('Can I help?')
  await dialog.getByLabel('Message', { exact: true }).fill('You have not started yet.')
  expect(await accessibilityIssues(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await messages.getByRole('listitem').filter({ hasText: 'Can I help?' }).waitFor()
  await dialog.waitFor({ state: 'hidden' })
  expect(await horizontalOverflow(page)).toBe(0)
  expect(await accessibilityIssues(page)).toEqual([])
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const choose = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('a teacher finds, approves, unapproves, adds, tiers and removes the students of a course', async () => {
  const fixture = await aClass()
  // A unique name: all tests of the file share the school.
  const chidi = await schoolApp.school.student({ name: `Chidi ${newId().slice(-8)}` })
  const { page, complaints } = await openPage(`${fixture.path}?status=pending&sort=name`, fixture.teacher)
  const search = page.getByLabel('Search students')
  const undo = (message: string) =>
    page.getByRole('alert').filter({ hasText: message }).getByRole('button', { name: 'Undo' }).click()
  await row(page, 'Bayo Ade').getByText('Waiting').waitFor()
  // The list has a file of its own, with progress.
  expect(await page.getByRole('button', { name: 'Download CSV' }).count()).toBe(1)
  expect(await page.getByRole('row').allInnerTexts()).toHaveLength(3)
  await search.fill('ada obi')
  await row(page, 'Bayo Ade').waitFor({ state: 'hidden' })
  await row(page, 'Ada Obi').waitFor()
  await search.fill('nobody at all')
  await page.getByRole('heading', { name: 'No students found' }).waitFor()
  await search.fill('')
  await page.getByRole('link', { name: 'Students', exact: true }).last().click()
  await expect.poll(() => page.getByRole('row').count()).toBe(4)

  // In bulk, by keyboard.
  for (const name of ['Ada Obi', 'Bayo Ade']) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).focus()
    await page.keyboard.press(' ')
  }
  const chosen = page.getByRole('region', { name: '2 students selected' })
  await chosen.getByRole('button', { name: 'Approve', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => fixture.status(fixture.bayo)).toBe('approved')
  expect(await fixture.status(fixture.ada)).toBe('approved')
  await chosen.waitFor({ state: 'hidden' })
  await page.getByRole('checkbox', { name: 'Select all shown entries' }).focus()
  await page.keyboard.press(' ')
  await page.getByRole('button', { name: 'Withdraw approval' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => fixture.status(fixture.student)).toBe('unapproved')
  await undo('3 approvals were withdrawn.')
  await expect.poll(() => fixture.status(fixture.student)).toBe('approved')

  // A request is declined with a reason, from the menu of the row, and the decline undone.
  const efe = await schoolApp.school.student({ name: 'Efe Uba' })
  await schoolApp.school.enrol(efe, fixture.course, { status: 'pending', approved_at: null })
  await page.reload()
  await choose(page, 'Efe Uba', 'Decline request…')
  const declining = page.getByRole('dialog', { name: 'Decline 1 request' })
  await declining.getByRole('button', { name: 'Course is full' }).click()
  await declining.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect.poll(() => fixture.status(efe)).toBe('unapproved')
  await undo('1 request was declined.')
  await expect.poll(() => fixture.status(efe)).toBe('pending')
  await page.getByRole('checkbox', { name: 'Select Efe Uba' }).check()
  await page.getByRole('button', { name: 'Decline 1 request…' }).click()
  await declining.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect.poll(() => fixture.status(efe)).toBe('unapproved')

  // Individually, and until a date.
  await choose(page, 'Ada Obi', 'Withdraw approval')
  await row(page, 'Ada Obi').getByText('Not approved').waitFor()
  await choose(page, 'Ada Obi', 'Approve')
  await row(page, 'Ada Obi').getByText('Approved', { exact: true }).waitFor()
  expect(await fixture.status(fixture.ada)).toBe('approved')
  await choose(page, 'Bayo Ade', 'Change end date')
  const until = page.getByRole('dialog', { name: 'Approve 1 student' })
  await until.getByLabel('Access ends').fill('2020-01-01T10:00')
  await until.getByRole('button', { name: 'Approve' }).click()
  await until.getByText('Choose a date in the future.').waitFor()
  expect(await accessibilityIssues(page)).toEqual([])
  await until.getByLabel('Access ends').fill('2035-06-01T10:00')
  await until.getByRole('button', { name: 'Approve' }).click()
  await until.waitFor({ state: 'hidden' })
  await row(page, 'Bayo Ade').getByText('Jun 1, 2035').waitFor()
  const enrolment = await storedPosition(schoolApp.school, fixture.course.id, fixture.bayo.id)
  // The browser's time zone is Lagos, an hour ahead of UTC.
  expect(enrolment?.student_approval_end_date?.toISOString()).toBe('2035-06-01T09:00:00.000Z')
  await choose(page, 'Ada Obi', 'Withdraw approval')
  await row(page, 'Ada Obi').getByText('Not approved').waitFor()
  expect(await fixture.status(fixture.ada)).toBe('unapproved')

  // Added, given a tier, and removed with undo.
  await page.getByRole('button', { name: 'Add students' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add students' })
  await dialog.getByLabel('Search students').fill(chidi.email)
  await dialog.getByRole('checkbox', { name: `Select ${chidi.name}` }).check()
  expect(await accessibilityIssues(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add 1' }).click()
  await row(page, chidi.name).getByText('Approved').waitFor()
  await choose(page, chidi.name, 'Tier 2')
  await row(page, chidi.name).getByText('Tier 2').waitFor()
  expect((await storedPosition(schoolApp.school, fixture.course.id, chidi.id))?.tier).toBe(2)
  await choose(page, chidi.name, 'Remove from course')
  await row(page, chidi.name).waitFor({ state: 'hidden' })
  await undo(`${chidi.name} was removed from the course.`)
  await row(page, chidi.name).waitFor()
  await choose(page, chidi.name, 'Remove from course')
  await expect.poll(() => fixture.status(chidi), { timeout: 20_000 }).toBe('removed')
  expect((await listEnrolmentEventsOf(schoolApp.school, chidi.id)).map((event) => event.cause)).toEqual([
    'added',
    'tier_changed',
    'removed',
  ])
  expect(complaints).toEqual([])
})

test('an admin approves students of several courses on a phone; each student has a page with courses and history', async () => {
  const [one, two] = [await aClass(), await aClass()]
  const admin = await schoolApp.school.admin({ name: 'Amara Okafor' })
  const { page } = await openPage('/manage/students?status=pending', admin, { size: phoneViewport })
  const search = page.getByLabel('Search students')
  const find = async (student: TestUser) => {
    await search.fill(student.email)
    await expect.poll(() => page.getByRole('checkbox', { name: /^Select (?!all)/ }).count()).toBe(1)
  }
  await find(one.ada)
  expect(await horizontalOverflow(page)).toBe(0)
  expect(await accessibilityIssues(page)).toEqual([])
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^requests-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile((await file.path())!, 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toBe('\uFEFF"Name","E-mail","User code","Course","Date"')
  expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual([`"${one.ada.email}"`])
  await page.getByRole('button', { name: 'Approve Ada Obi for Harbour pilots' }).click()
  await expect.poll(() => one.status(one.ada)).toBe('approved')
  await page.getByRole('heading', { name: 'No students found' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect.poll(() => one.status(one.ada)).toBe('pending')

  // Declined by keyboard, with a reason from a template.
  await page.getByRole('button', { name: 'Decline Ada Obi for Harbour pilots' }).press('Enter')
  const declining = page.getByRole('dialog', { name: 'Decline 1 request' })
  await declining.getByRole('button', { name: 'Course is full' }).press('Enter')
  expect(await declining.getByLabel('Reason (optional)').inputValue()).toContain('The course is full')
  expect(await accessibilityIssues(page)).toEqual([])
  await declining.getByRole('button', { name: 'Decline', exact: true }).press('Enter')
  await expect.poll(() => one.status(one.ada)).toBe('unapproved')
  const events = await listEnrolmentEventsOf(schoolApp.school, one.ada.id)
  expect(events.map(({ cause }) => cause)).toEqual(['approved', 'decision_undone', 'declined'])
  await find(two.bayo)
  await page.getByRole('checkbox', { name: /^Select Bayo Ade/ }).check()
  await page.getByRole('button', { name: 'Approve 1' }).click()
  await expect.poll(() => two.status(two.bayo)).toBe('approved')
  await page.getByRole('heading', { name: 'No students found' }).waitFor()

  await find(two.ada)
  await page.getByRole('button', { name: 'Approve Ada Obi for Harbour pilots' }).click()
  await expect.poll(() => two.status(two.ada)).toBe('approved')
  await page.getByRole('tab', { name: 'All students' }).click()
  await search.fill(two.ada.email)
  await row(page, two.ada.email).getByRole('link', { name: 'Ada Obi' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ada Obi' }).waitFor()
  await page.getByText('by Amara Okafor').waitFor()
  await page.getByRole('link', { name: 'Harbour pilots' }).waitFor()
  await contactStudent(page)
  const nobody = (at: Page) => at.getByRole('heading', { name: 'Student not found' }).first().waitFor()
  await page.goto(schoolApp.at(`/school-details/${two.ada.id}/student-details/${two.ada.id}`))
  await nobody(page)

  const details = `/school-details/${schoolApp.school.school_id}/student-details`
  const own = await openPage(`${details}/${two.ada.id}`, two.ada)
  await own.page.getByRole('link', { name: 'Harbour pilots' }).click()
  await own.page.waitForURL(/\/learn\//)
  await own.page.goto(schoolApp.at(`${details}/${two.bayo.id}`))
  await nobody(own.page)
})
