import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import {
  approvalStatusAt,
  approvalStatusSql,
  learningAccess,
  mayLearnSql,
  type CourseDates,
  type EnrolmentDates,
} from './index.ts'

const now = new Date('2026-11-24T09:00:00Z')
const before = new Date('2026-11-24T08:59:59Z')
const after = new Date('2026-11-24T09:00:01Z')
const booleans = [false, true]
const instants = [null, before, now, after]
const statuses = ['pending', 'approved', 'unapproved', 'expired', 'removed']

const open: CourseDates = {
  is_coming_soon: false,
  course_start_date: null,
  allow_early_access: false,
  course_end_date: null,
  unapprove_all_students_on_end_date: false,
}
const approved: EnrolmentDates = { status: 'approved', student_approval_end_date: null }
const codeOf = (course: Partial<CourseDates>, enrolment: EnrolmentDates | null = approved) => {
  const access = learningAccess({ ...open, ...course }, enrolment, now)
  return access.allowed ? 'allowed' : access.code
}

describe('the start date', () => {
  test('denies access to approved students before it', () => {
    expect(codeOf({ course_start_date: after })).toBe('course_not_started')
    expect(codeOf({ course_start_date: now })).toBe('allowed')
    expect(codeOf({ course_start_date: before })).toBe('allowed')
  })

  test('denies nobody access with early access', () => {
    expect(codeOf({ course_start_date: after, allow_early_access: true })).toBe('allowed')
  })

  test('gives no access to people who are not approved', () => {
    const early = { course_start_date: after, allow_early_access: true }
    expect(codeOf(early, null)).toBe('not_enrolled')
    expect(codeOf(early, { ...approved, status: 'pending' })).toBe('not_approved')
    expect(codeOf({ ...early, is_coming_soon: true })).toBe('course_coming_soon')
    expect(codeOf(early, { ...approved, student_approval_end_date: now })).toBe('approval_ended')
  })
})

test('decide equally in SQL and TypeScript for every combination of facts', async () => {
  const combinations: (CourseDates & EnrolmentDates)[] = statuses.flatMap((status) =>
    instants.flatMap((student_approval_end_date) =>
      instants.flatMap((course_start_date) =>
        instants.flatMap((course_end_date) =>
          booleans.flatMap((is_coming_soon) =>
            booleans.flatMap((allow_early_access) =>
              booleans.map((unapprove_all_students_on_end_date) => ({
                status,
                student_approval_end_date,
                course_start_date,
                course_end_date,
                is_coming_soon,
                allow_early_access,
                unapprove_all_students_on_end_date,
              })),
            ),
          ),
        ),
      ),
    ),
  )
  const school = await createTestSchool()
  const { rows } = await school.transact(({ tx }) =>
    sql<{ at: number; status_now: string; may_learn: boolean }>`
      select c.at, ${approvalStatusSql(now)} as status_now, ${mayLearnSql(now)} as may_learn
      from jsonb_to_recordset(${JSON.stringify(combinations.map((facts, at) => ({ ...facts, at })))}::jsonb)
        as c(at int, status text, student_approval_end_date timestamptz, course_start_date timestamptz,
          course_end_date timestamptz, is_coming_soon boolean, allow_early_access boolean,
          unapprove_all_students_on_end_date boolean)
      cross join lateral (select c.status, c.student_approval_end_date) e order by c.at`.execute(tx),
  )
  expect(rows).toHaveLength(combinations.length)
  const differing = rows.filter(({ at, status_now, may_learn }) => {
    const facts = combinations[at]!
    const { allowed } = learningAccess(facts, facts, now)
    return allowed !== may_learn || approvalStatusAt(facts, facts, now) !== status_now
  })
  expect(differing.map(({ at }) => combinations[at])).toEqual([])
})
