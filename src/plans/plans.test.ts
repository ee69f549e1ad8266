import { afterEach, beforeEach, expect, test } from 'vitest'
import { listStudents, registerStudent, updateUser } from '#accounts/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { requestUpload } from '#uploads/contract.ts'
import {
  createTestSchool,
  testPassword,
  getTestApp,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import { getPlan } from './contract.ts'

let before: { students: number; storage: number }
beforeEach(async () => {
  const { config } = (await getTestApp()).services
  before = config.freeLimits
  config.freeLimits = { students: 3, storage: 10_000 }
})
afterEach(async () => {
  const { config } = (await getTestApp()).services
  config.freeLimits = before
})

const register = (school: TestSchool) =>
  school.visitor().api(registerStudent, {
    name: 'Ngozi Eze',
    email: `ngozi-${newId()}@people.test`,
    password: testPassword,
  })
const full = { status: 409, code: 'plan_student_limit_reached' }

test('limits the students of a flagged school, even with concurrent requests', async () => {
  const school = await createTestSchool({ plan_name: 'free' })
  const admin = await school.admin()
  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => register(school)))
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(refused.map(({ status, code }) => ({ status, code }))).toEqual([full, full, full])
  const { data } = await admin.api(listStudents, {})
  expect(data).toHaveLength(3)
  await expect(admin.api(getPlan, {})).resolves.toEqual({
    plan_name: 'free',
    is_flagged: true,
    limits: { students: { used: 3, limit: 3 }, storage: { used: 0, limit: 10_000 } },
    grace_ends_at: null,
  })
  // The limit also applies to a teacher who becomes a student.
  const teacher = await school.teacher()
  await expect(admin.api(updateUser, { user_id: teacher.id, role: 'student' })).rejects.toMatchObject(full)
  // A student who leaves frees a seat.
  await admin.api(updateUser, { user_id: data[0]!.id, status: 'removed' })
  await expect(register(school)).resolves.toMatchObject({ user_type: 'student' })
  await expect(register(school)).rejects.toMatchObject(full)
})

test.each([
  ['a paid plan', { plan_name: 'commission' }],
  ['an age from before the rule', { plan_name: 'free', created_at: new Date('2021-11-03T00:00:00Z') }],
])('sets no limit for a school with %s', async (_why, details) => {
  const school = await createTestSchool(details)
  for (let index = 0; index < 4; index++) await register(school)
  await expect((await school.teacher()).api(getPlan, {})).resolves.toMatchObject({
    is_flagged: false,
    limits: null,
  })
  await expect((await school.student()).api(getPlan, {})).rejects.toMatchObject({ code: 'forbidden' })
})

test('limits the storage of a flagged school', async () => {
  const announce = (of: TestSchool, size: number) =>
    of.teacher().then((teacher) =>
      teacher.api(requestUpload, {
        purpose: 'course_file',
        file_name: 'plan.pdf',
        content_type: 'application/pdf',
        size,
      }),
    )
  const school = await createTestSchool({ plan_name: 'free' })
  await expect(announce(school, 10_001)).rejects.toMatchObject({
    status: 409,
    code: 'storage_quota_exceeded',
  })
  await announce(school, 6_000)
  await expect(announce(school, 6_000)).rejects.toMatchObject({ code: 'storage_quota_exceeded' })
  await expect((await school.admin()).api(getPlan, {})).resolves.toMatchObject({
    limits: { storage: { used: 6_000, limit: 10_000 } },
  })
  await expect(announce(await createTestSchool(), 10_001)).resolves.toBeDefined()
})
