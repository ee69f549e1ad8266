import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contentAccess } from '#courses/index.ts'
import { insertEntitlements } from '#testing/builders/payment-builder.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import {
  approvalStatusAt,
  approvalStatusSql,
  isEntitled,
  isEntitledSql,
  hasLiveEntitlement,
  isEntitlementLive,
  mayLearn,
  mayLearnSql,
  type CourseAccessFacts,
  type EnrolmentFacts,
  type EnrolmentStatus,
} from './index.ts'

const now = new Date('2026-11-24T09:00:00Z')
const before = new Date('2026-11-24T08:59:59Z')
const after = new Date('2026-11-24T09:00:01Z')
const booleans = [false, true]
const instants = [null, before, now, after]
/** Aliases of the statements below. */
const aliases = { enrolment: 'e', course: 'c' }
const statuses: EnrolmentStatus[] = ['pending', 'approved', 'unapproved', 'expired', 'removed']

const openCourse: CourseAccessFacts = {
  is_coming_soon: false,
  course_start_date: null,
  allow_early_access: false,
  course_end_date: null,
  unapprove_all_students_on_end_date: false,
}
const approved: EnrolmentFacts = { status: 'approved', student_approval_end_date: null, is_entitled: true }
/** Whether a student may learn in an open course with these changes, or why not. */
const resultOf = (course: Partial<CourseAccessFacts>, enrolment: EnrolmentFacts | null = approved) => {
  const verdict = mayLearn({ ...openCourse, ...course }, enrolment, now)
  return verdict.allowed ? 'allowed' : verdict.code
}

describe('the start date', () => {
  test('denies access to approved students before it', () => {
    expect(resultOf({ course_start_date: after })).toBe('course_not_started')
    expect(resultOf({ course_start_date: now })).toBe('allowed')
    expect(resultOf({ course_start_date: before })).toBe('allowed')
  })

  test('denies nobody access with early access', () => {
    expect(resultOf({ course_start_date: after, allow_early_access: true })).toBe('allowed')
  })

  test('gives no access to people who are not approved', () => {
    const early = { course_start_date: after, allow_early_access: true }
    expect(resultOf(early, null)).toBe('not_enrolled')
    expect(resultOf(early, { ...approved, status: 'pending' })).toBe('not_approved')
    expect(resultOf({ ...early, is_coming_soon: true })).toBe('course_coming_soon')
    expect(resultOf(early, { ...approved, is_entitled: false })).toBe('approval_ended')
    expect(resultOf(early, { ...approved, student_approval_end_date: now })).toBe('approval_ended')
  })
})

type Facts = CourseAccessFacts & EnrolmentFacts

/** Settings of a course that decide about its outline only, never about its contents. */
const courseOptions = booleans.flatMap((course_is_public) =>
  booleans.map((show_content_title_to_unapproved) => ({
    course_is_public,
    show_content_title_to_unapproved,
  })),
)

/** Whether the routes that serve outline, contents and files let a student open the contents. */
function mayOpenContents(facts: Facts, options: (typeof courseOptions)[number]) {
  const course = { ...facts, ...options, course_teacher_id: null, created_by: 'teacher' }
  const reading = { course, enrolment: facts, now, creator_preview: false }
  const verdict = contentAccess({ id: 'student', role: 'student' }, reading)
  return verdict.allowed && verdict.access === 'learn'
}

test('decides equally in SQL, in TypeScript and in the outline’s policy for every combination of facts', async () => {
  const combinations: Facts[] = statuses.flatMap((status) =>
    instants.flatMap((student_approval_end_date) =>
      instants.flatMap((course_start_date) =>
        instants.flatMap((course_end_date) =>
          booleans.flatMap((is_coming_soon) =>
            booleans.flatMap((allow_early_access) =>
              booleans.map((unapprove_all_students_on_end_date) => ({
                status,
                is_entitled: true,
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
      select c.at, ${approvalStatusSql(aliases, now)} as status_now, ${mayLearnSql(aliases, now)} as may_learn
      from jsonb_to_recordset(${JSON.stringify(combinations.map((facts, at) => ({ ...facts, at })))}::jsonb)
        as c(at int, status text, student_approval_end_date timestamptz, course_start_date timestamptz,
          course_end_date timestamptz, is_coming_soon boolean, allow_early_access boolean,
          unapprove_all_students_on_end_date boolean)
      cross join lateral (select c.status, c.student_approval_end_date, false as requires_entitlement,
        null::uuid as school_id, null::uuid as course_id, null::uuid as user_id) e order by c.at`.execute(tx),
  )
  expect(rows).toHaveLength(combinations.length)
  const differing = rows.filter(({ at, status_now, may_learn }) => {
    const facts = combinations[at]!
    const { allowed } = mayLearn(facts, facts, now)
    return (
      allowed !== may_learn ||
      courseOptions.some((options) => mayOpenContents(facts, options) !== may_learn) ||
      approvalStatusAt(facts, facts, now) !== status_now
    )
  })
  expect(differing.map(({ at }) => combinations[at])).toEqual([])
})

test('decides the same about an entitlement in SQL and in TypeScript', async () => {
  const school = await createTestSchool()
  const student = await school.student()
  const entitlements = [before, now, after].flatMap((starts_at) =>
    instants.flatMap((ends_at) => [null, before].map((revoked_at) => ({ starts_at, ends_at, revoked_at }))),
  )
  // None, each one alone, and one that is live beside one that is revoked.
  const forever = { starts_at: before, ends_at: null, revoked_at: null }
  const sets = [[], ...entitlements.map((one) => [one]), [{ ...forever, revoked_at: before }, forever]]
  const cases = await Promise.all(
    sets.flatMap((set) =>
      booleans.map(async (requires_entitlement) => {
        const course = await school.course({ created_by: student.id })
        await insertEntitlements(school, { student_id: student.id, course_id: course.id, entitlements: set })
        return { course_id: course.id, requires_entitlement, set }
      }),
    ),
  )
  const { rows } = await school.transact(({ tx, school_id }) =>
    sql<{ course_id: string; entitled: boolean; may_learn: boolean }>`
      select e.course_id, ${isEntitledSql(aliases.enrolment, now)} as entitled, ${mayLearnSql(aliases, now)} as may_learn
      from (select ${school_id}::uuid as school_id, ${student.id}::uuid as user_id, course_id, requires_entitlement,
        'approved' as status, null::timestamptz as student_approval_end_date
        from jsonb_to_recordset(${JSON.stringify(cases)}::jsonb) as r(course_id uuid, requires_entitlement boolean)) e
      cross join lateral (select false as is_coming_soon, null::timestamptz as course_start_date,
        null::timestamptz as course_end_date, false as allow_early_access,
        false as unapprove_all_students_on_end_date) c`.execute(tx),
  )
  expect(rows).toHaveLength(cases.length)
  const decided = new Map(
    rows.map(({ course_id, entitled, may_learn }) => [course_id, [entitled, may_learn]]),
  )
  const expected = cases.map(({ requires_entitlement, set }) => {
    const is_entitled = isEntitled(requires_entitlement, set, now)
    return [is_entitled, mayLearn(openCourse, { ...approved, is_entitled }, now).allowed]
  })
  expect(cases.map(({ course_id }) => decided.get(course_id))).toEqual(expected)
  const live = await school.transact((ctx) =>
    Promise.all(
      cases.map(({ course_id }) => hasLiveEntitlement({ ...ctx, now }, { user_id: student.id, course_id })),
    ),
  )
  expect(live).toEqual(cases.map(({ set }) => set.some((one) => isEntitlementLive(one, now))))
  expect(new Set(expected.map(String))).toEqual(new Set(['true,true', 'false,false']))
})
