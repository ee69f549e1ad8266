import { expect, test } from 'vitest'
import { createFlag, deleteFlag } from '#console/contract.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { createPlatformAccount } from '#testing/builders/school-builder.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'
import { uiText } from '../harness/text.ts'

// A page shows what has an effect in its school, and nothing else.

setUpSchoolApp()

test('the school chooses how students are approved only where its plan leaves the choice', async () => {
  const { school } = schoolApp
  const approval = uiText('schools', 'registration.approval')
  const openSettings = async () => {
    const { page } = await openPage('/manage/settings/registration', await school.admin(), { alone: true })
    await page.getByRole('switch', { name: uiText('schools', 'registration.students') }).waitFor()
    return page.getByRole('switch', { name: approval }).count()
  }
  const change = async (plan_name: string) => {
    await school.transact((ctx) =>
      ctx.tx.updateTable('schools').set({ plan_name }).where('school_id', '=', school.school_id).execute(),
    )
    await school.transact(async (ctx) => ctx.invalidateSchool())
  }
  await change('subscription')
  await expect.poll(openSettings).toBe(0)
  await change('commission')
  await expect.poll(openSettings).toBe(1)
})

test('a student who waits for a course to start adds it to a calendar if the school has the flag', async () => {
  const { school } = schoolApp
  const { course, student } = await createTestCourse(school, {
    course: { course_start_date: new Date(Date.now() + 86_400_000) },
  })
  const { page } = await openPage(`/learn/${course.id}`, student)
  const button = page.getByRole('link', { name: uiText('learning', 'closed.addToCalendar') })
  const buttons = async () => {
    await page.reload()
    await page
      .locator('main')
      .getByRole('link', { name: uiText('learning', 'closed.back') })
      .waitFor()
    return button.count()
  }
  expect(await buttons()).toBe(0)
  const support = await createPlatformAccount('privileged')
  await support.api(createFlag, {
    name: 'start_in_calendar',
    description: '',
    is_on_for_all: false,
    school_urls: [school.school_url],
    share_percent: 0,
  })
  await expect.poll(buttons).toBe(1)
  await support.api(deleteFlag, { name: 'start_in_calendar' })
})
