import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aCourseToLearn, eventsOf, storedPlace } from '#testing/learning-stories.ts'
import type { Person } from '#testing/stories.ts'
import { accessibilityFaults, sidewaysScroll } from './axe.ts'
import { phone } from './browser.ts'
import { browse, pages, visitSchool } from './visits.ts'

visitSchool()

/** A course with a student who learns and two who wait. */
async function aClass() {
  const course = { course_name: 'Harbour pilots', enable_tiering: true, tiering_maximum: 2 }
  const story = await aCourseToLearn(pages.school, { course })
  const [ada, bayo] = [
    await pages.school.student({ name: 'Ada Obi' }),
    await pages.school.student({ name: 'Bayo Ade' }),
  ]
  for (const student of [ada, bayo])
    await pages.school.enrol(student, story.course, { status: 'pending', approved_at: null })
  const status = async (student: Person) =>
    (await storedPlace(pages.school, story.course.id, student.id))?.status
  return { ...story, ada, bayo, status, path: `/manage/courses/${story.course.id}/students` }
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const choose = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

describe('the students of a course', () => {
  test('are approved one by one, until a day, and unapproved again', async () => {
    const story = await aClass()
    const { page, complaints } = await browse(story.path, story.teacher)
    await row(page, 'Ada Obi').getByText('Waiting').waitFor()
    await choose(page, 'Ada Obi', 'Approve')
    await row(page, 'Ada Obi').getByText('Approved').waitFor()
    expect(await story.status(story.ada)).toBe('approved')

    await choose(page, 'Bayo Ade', 'Approve until …')
    const dialog = page.getByRole('dialog', { name: 'Approve 1 student' })
    await dialog.getByLabel('Access ends').fill('2020-01-01T10:00')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await dialog.getByText('Choose a time in the future.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByLabel('Access ends').fill('2035-06-01T10:00')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await row(page, 'Bayo Ade').getByText('Jun 1, 2035').waitFor()
    const place = await storedPlace(pages.school, story.course.id, story.bayo.id)
    // The browser stands in Lagos, an hour ahead of UTC.
    expect(place?.student_approval_end_date?.toISOString()).toBe('2035-06-01T09:00:00.000Z')

    await choose(page, 'Ada Obi', 'Withdraw approval')
    await row(page, 'Ada Obi').getByText('Not approved').waitFor()
    expect(await story.status(story.ada)).toBe('unapproved')
    expect(complaints).toEqual([])
  })

  test('are approved and unapproved together, by keyboard', async () => {
    const story = await aClass()
    const { page } = await browse(story.path, story.teacher)
    for (const name of ['Ada Obi', 'Bayo Ade']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).focus()
      await page.keyboard.press(' ')
    }
    const chosen = page.getByRole('region', { name: '2 students chosen' })
    await chosen.getByRole('button', { name: 'Approve', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => story.status(story.bayo)).toBe('approved')
    expect(await story.status(story.ada)).toBe('approved')
    await chosen.waitFor({ state: 'hidden' })

    await page.getByRole('checkbox', { name: 'Select all that are shown' }).focus()
    await page.keyboard.press(' ')
    await page.getByRole('button', { name: 'Withdraw approval' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Withdraw 3 approvals?' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => story.status(story.student)).toBe('unapproved')
  })

  test('are found, filtered and ordered, in the address too', async () => {
    const story = await aClass()
    const { page } = await browse(`${story.path}?status=pending&sort=name`, story.teacher)
    await row(page, 'Bayo Ade').waitFor()
    expect(await page.getByRole('row').allInnerTexts()).toHaveLength(3)
    await page.getByLabel('Search students').fill('ada')
    await row(page, 'Bayo Ade').waitFor({ state: 'hidden' })
    await row(page, 'Ada Obi').waitFor()
    await page.getByLabel('Search students').fill('nobody at all')
    await page.getByRole('heading', { name: 'Nobody found' }).waitFor()
  })

  test('are added, given a tier, and removed with time to think again', async () => {
    const story = await aClass()
    const chidi = await pages.school.student({ name: 'Chidi Eze' })
    const { page } = await browse(story.path, story.teacher)
    await page.getByRole('button', { name: 'Add students' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add students' })
    await dialog.getByLabel('Search students').fill('chidi')
    await dialog.getByRole('checkbox', { name: 'Select Chidi Eze' }).check()
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add 1' }).click()
    await row(page, 'Chidi Eze').getByText('Approved').waitFor()

    await choose(page, 'Chidi Eze', 'Tier 2')
    await row(page, 'Chidi Eze').getByText('Tier 2').waitFor()
    expect((await storedPlace(pages.school, story.course.id, chidi.id))?.tier).toBe(2)

    await choose(page, 'Chidi Eze', 'Remove from the course')
    await row(page, 'Chidi Eze').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row(page, 'Chidi Eze').waitFor()
    await choose(page, 'Chidi Eze', 'Remove from the course')
    await expect.poll(() => story.status(chidi), { timeout: 20_000 }).toBe('removed')
    expect((await eventsOf(pages.school, chidi.id)).map((event) => event.cause)).toEqual([
      'added',
      'tier_changed',
      'removed',
    ])
  })
})

describe('the students of the school', () => {
  test('who wait are approved across courses, on a phone', async () => {
    const [one, two] = [await aClass(), await aClass()]
    const admin = await pages.school.admin()
    const { page } = await browse('/manage/students?status=pending', admin, { size: phone })
    const find = async (student: Person) => {
      await page.getByLabel('Search students').fill(student.email)
      await expect.poll(() => page.getByRole('checkbox', { name: /^Select (?!all)/ }).count()).toBe(1)
    }
    await find(one.ada)
    await page.getByRole('button', { name: 'Approve Ada Obi for Harbour pilots' }).click()
    await expect.poll(() => one.status(one.ada)).toBe('approved')
    await page.getByRole('heading', { name: 'Nobody found' }).waitFor()
    await find(two.bayo)
    await page.getByRole('checkbox', { name: /^Select Bayo Ade/ }).check()
    await page.getByRole('button', { name: 'Approve 1' }).click()
    await expect.poll(() => two.status(two.bayo)).toBe('approved')
    await page.getByRole('heading', { name: 'Nobody found' }).waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('each have a page with their courses and history, which they see themselves too', async () => {
    const story = await aClass()
    const admin = await pages.school.admin({ name: 'Amara Okafor' })
    const { page } = await browse(story.path, admin)
    await choose(page, 'Ada Obi', 'Approve')
    await page.getByRole('link', { name: 'Ada Obi' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ada Obi' }).waitFor()
    await page.getByText('by Amara Okafor').waitFor()
    await page.getByRole('link', { name: 'Harbour pilots' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])

    const details = `/school-details/${pages.school.school_id}/student-details`
    const own = await browse(`${details}/${story.ada.id}`, story.ada)
    await own.page.getByRole('link', { name: 'Harbour pilots' }).click()
    await own.page.waitForURL(/\/learn\//)
    const other = await browse(`${details}/${story.ada.id}`, story.bayo)
    await other.page.getByRole('heading', { name: 'There is no such student' }).first().waitFor()
    const elsewhere = await browse(`/school-details/${story.ada.id}/student-details/${story.ada.id}`, admin)
    await elsewhere.page.getByRole('heading', { name: 'There is no such student' }).first().waitFor()
  })
})
