import { expect, test } from 'vitest'
import { getCourseContents } from '#courses/contract.ts'
import { countStatements, measureStatements } from '#testing/harness/harness.ts'
import { rowsReadBy } from '#testing/harness/rows-read.ts'
import { insertEntitlements } from '#testing/builders/payment-builder.ts'
import { createTestSchool, type TestUser } from '#testing/builders/school-builder.ts'

/** Enough that Postgres prefers the index. */
const otherEntitlements = 500

test('adds one indexed look-up to the contents of a course, and no statement', async () => {
  const school = await createTestSchool()
  const course = await school.course()
  await school.content({ course_id: course.id })
  const live = { starts_at: new Date('2020-01-01'), ends_at: null, revoked_at: null }
  // Staff approved the first student, who needs no entitlement.
  const [approved, paying, other] = [await school.student(), await school.student(), await school.student()]
  await school.enrol(approved, course)
  for (const [{ id: student_id }, count] of [
    [paying, 1],
    [other, otherEntitlements],
  ] as const)
    await insertEntitlements(school, {
      student_id,
      course_id: course.id,
      entitlements: Array(count).fill(live),
    })
  await school.enrol(paying, course, { requires_entitlement: true })

  const read = (student: TestUser) => () => student.api(getCourseContents, { id: course.id })
  // The outline is cached after the second read.
  for (let n = 0; n < 3; n++) for (const student of [approved, paying]) await read(student)()
  const statementsOf = (student: TestUser) => countStatements(read(student))
  await expect.poll(async () => (await statementsOf(paying)) - (await statementsOf(approved))).toBe(0)

  const { statements } = await measureStatements(read(paying))
  expect(statements.join('\n').match(/from entitlements/g)).toHaveLength(1)

  // The few rows are those of the person; a scan would read all rows of the course.
  const rowsOf = (student: TestUser) => rowsReadBy(school.school_id, ['entitlements'], read(student))
  expect((await rowsOf(paying)) - (await rowsOf(approved))).toBeLessThan(otherEntitlements / 10)
})
