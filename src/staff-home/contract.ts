import { Type } from 'typebox'
import { StaffCourseRow } from '#courses/contract.ts'
import { DailyActivity } from '#learning/contract.ts'
import { PlanUsage } from '#plans/contract.ts'
import { Instant, Nullable, StringEnum } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

/** Counted up to 1,000, so that the cost does not depend on the size of the school. */
const Count = Type.Integer({ minimum: 0, maximum: 1_000 })

export const Overview = Type.Object({
  courses_count: Count,
  public_courses_count: Count,
  students_count: Count,
  /** Students who wait for an approval that the caller may give. */
  pending_enrolments_count: Count,
  /** Teachers who wait to be accepted; zero if the caller may not accept them. */
  awaiting_teachers_count: Count,
  /** Orders at which an administrator should look; zero for teachers. */
  attention_orders_count: Count,
})

export const taskKinds = [
  'join_requests',
  'awaiting_teachers',
  'attention_orders',
  'answers_to_mark',
  'waiting_messages',
  'unanswered_questions',
  'stuck_students',
  'unpublished_work',
  'unpublished_course',
  'failed_import',
  'disabled_webhook',
  'failed_domain',
] as const

/** Something that waits for the caller. */
export const StaffTask = Type.Object({
  kind: StringEnum(...taskKinds),
  count: Count,
  /** The assessment, course, import, webhook or domain; null if the task is a list of people. */
  subject: Nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  /** How long the task has waited, if known. */
  since: Nullable(Instant),
})

export const getSchoolOverview = defineRoute({
  name: 'getSchoolOverview',
  method: 'GET',
  path: '/schools/v2/overview',
  access: 'staff',
  summary: 'Get the school’s key figures; for teachers, those of their own courses',
  reply: [200, Overview],
})

export const getStaffHome = defineRoute({
  name: 'getStaffHome',
  method: 'GET',
  path: '/schools/v2/home',
  access: 'staff',
  summary: 'Get everything on the home page of staff: open tasks, figures, recent activity and courses',
  reply: [
    200,
    Type.Object({
      overview: Overview,
      /** The most urgent first. */
      tasks: Type.Array(StaffTask),
      /** The last 30 days, oldest first and today last. */
      activity: Type.Array(DailyActivity),
      /** The newest courses that the caller can edit. */
      courses: Type.Array(StaffCourseRow),
      /** Null for everybody except owners. */
      plan: Nullable(PlanUsage),
    }),
  ],
})
