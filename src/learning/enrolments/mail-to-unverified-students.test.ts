import { afterEach, beforeEach, expect, test } from 'vitest'
import { getMailAllowance } from '#accounts/contract.ts'
import { createTestSchool, getTestApp, type TestSchool } from '#testing/builders/school-builder.ts'
import { approveStudents } from '../contract.ts'

// Anybody may register strangers' addresses in a school of their own and approve them for courses, again and again.

let before: Awaited<ReturnType<typeof getTestApp>>['services']['config']['externalMailLimits']
beforeEach(async () => {
  const { config } = (await getTestApp()).services
  before = config.externalMailLimits
  config.externalMailLimits = { free: [3, 3, 3], paid: [3, 3, 3] }
})
afterEach(async () => {
  ;(await getTestApp()).services.config.externalMailLimits = before
})

const mails = (school: TestSchool) =>
  school.inside(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('kind', '=', 'approval_to_course')
      .select(['recipient', 'status', 'last_error'])
      .execute(),
  )

test('members who have not proved their address get no more mail than strangers, and are approved all the same', async () => {
  const school = await createTestSchool()
  const [admin, course] = [await school.admin(), await school.course()]
  const students = []
  for (let n = 0; n < 5; n++) students.push(await school.student({ email_verified_at: null }))
  const proved = await school.student()
  for (const student of [...students, proved]) await school.enrol(student, course, { status: 'pending' })
  const ids = [...students, proved].map(({ id }) => id)
  await admin.api(approveStudents, { course_id: course.id, student_ids: ids, approved: true })
  const written = await mails(school)
  const withheld = written.filter(({ status }) => status === 'failed')
  expect(written).toHaveLength(6)
  expect(withheld.map(({ last_error }) => last_error)).toEqual(
    Array.from({ length: 2 }, () => 'the daily mail allowance is used up'),
  )
  expect(withheld.map(({ recipient }) => recipient)).not.toContain(proved.email)
  expect(await admin.api(getMailAllowance, {})).toMatchObject({ allowed_per_day: 3, remaining: 0 })
  const approved = await school.inside(({ tx, school_id }) =>
    tx
      .selectFrom('enrolments')
      .where('school_id', '=', school_id)
      .where('status', '=', 'approved')
      .select('user_id')
      .execute(),
  )
  expect(approved).toHaveLength(6)
})
