import { expect, test } from 'vitest'
import { updateSchool } from '#schools/contract.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { learningWeekOf } from './learning-week.ts'

// 23 November 2026 is a Monday.
test.each([
  ['no day', [[], '2026-11-25'], 0, [0, 0, 0, 0, 0, 0, 0]],
  ['days of this week', [['2026-11-23', '2026-11-25'], '2026-11-25'], 1, [2, 0, 2, 0, 0, 0, 0]],
  ['a week that has just begun', [['2026-11-20', '2026-11-10'], '2026-11-23'], 2, [0, 0, 0, 0, 0, 0, 0]],
  ['three weeks', [['2026-11-23', '2026-11-22', '2026-11-09'], '2026-11-29'], 3, [2, 0, 0, 0, 0, 0, 0]],
  ['a gap', [['2026-11-24', '2026-11-15'], '2026-11-24'], 1, [0, 2, 0, 0, 0, 0, 0]],
  ['the turn of the year', [['2026-12-31', '2027-01-05'], '2027-01-05'], 2, [0, 2, 0, 0, 0, 0, 0]],
] as const)('counts %s', (_name, [days, today], streak, completed) => {
  const week = learningWeekOf(
    days.map((day) => ({ day, completed: 2 })),
    today,
  )
  expect(week.streak).toBe(streak)
  expect(week.days).toEqual(completed)
})

test('counts days in the time zone of the school, and a streak only if the school shows one', async () => {
  const school = await createTestSchool({ time_zone: 'Pacific/Auckland' })
  const { student, contents } = await createTestCourse(school, { contents: [{ completion_rule: 'marked' }] })
  const week = async () => (await student.api(contract.getDashboard, {})).week
  expect(await week()).toMatchObject({ days: [0, 0, 0, 0, 0, 0, 0], streak: null })
  const admin = await school.admin()
  await admin.api(updateSchool, { id: school.school_id, shows_streak: true })
  await expect.poll(week).toMatchObject({ streak: 0 })
  await student.api(contract.saveProgress, { content_id: contents[0]!.id, completed: true })
  const { streak, days, today } = await week()
  expect(streak).toBe(1)
  expect(days[today]).toBe(1)
  const weekday = new Intl.DateTimeFormat('en', { timeZone: 'Pacific/Auckland', weekday: 'short' }).format()
  expect(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][today]).toBe(weekday)
})
