import { expect, test } from 'vitest'
import { getSchool } from '#schools/contract.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { accessibilityIssues } from '../harness/axe.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

test('a school replaces the words that students and visitors read, in one language', async () => {
  const { school } = schoolApp
  const { student, course } = await createTestCourse(school)
  await school.enrol(student, await school.course({ course_name: 'Knots' }))
  const admin = await school.admin()
  const { page, complaints } = await openPage('/manage/settings/wording', admin)
  await page.getByLabel('Instead of “course”', { exact: true }).fill('workshop')
  await page.getByLabel('Instead of “courses”', { exact: true }).fill('workshops')
  await page.getByRole('button', { name: 'Fill in texts' }).click()
  expect(await page.getByLabel('Join this course', { exact: true }).inputValue()).toBe('Join this workshop')
  await page.getByLabel('My courses', { exact: true }).fill('What I make')
  const stored = async () => (await admin.api(getSchool, { id: school.school_id })).wording
  await expect
    .poll(async () => (await stored()).en)
    .toMatchObject({
      'courses:landing.outline': 'Workshop outline',
      // A title and a button with the same text.
      'courses:landing.joinTitle': 'Join this workshop',
      'courses:join.register': 'Join this workshop',
      'learning:dashboard.groups.learning': 'What I make',
    })
  expect((await stored()).fr).toBeUndefined()
  expect(await accessibilityIssues(page)).toEqual([])
  expect(complaints).toEqual([])

  // The server renders public pages, the browser those of students.
  const visitor = await openPage(`/?selected_course_id=${course.id}`, null)
  await visitor.page.getByRole('heading', { name: 'Workshop outline' }).waitFor()
  expect(await visitor.page.getByText('Course outline').count()).toBe(0)
  const french = await openPage(`/?selected_course_id=${course.id}`, null, { locale: 'fr', alone: true })
  await french.page.getByRole('heading', { name: 'Plan du cours' }).waitFor()
  const home = await openPage('/dashboard', student)
  await home.page.getByRole('heading', { name: 'What I make' }).waitFor()
  expect(home.complaints).toEqual([])

  await page.getByLabel('My courses', { exact: true }).fill('')
  await expect
    .poll(async () => Object.keys((await stored()).en!))
    .not.toContain('learning:dashboard.groups.learning')
  await home.page.reload()
  await home.page.getByRole('heading', { name: 'My courses' }).waitFor()
})
