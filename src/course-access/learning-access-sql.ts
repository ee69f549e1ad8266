import { sql } from 'kysely'
import type { EnrolmentStatus } from './learning-access.ts'

/** SQL of `isEntitled` for an enrolment `e`: looks at entitlements only if the enrolment needs one. */
export const isEntitledSql = (now: Date) => sql<boolean>`(not e.requires_entitlement or exists (
  select from entitlements x where x.school_id = e.school_id and x.course_id = e.course_id and x.user_id = e.user_id
    and x.revoked_at is null and x.starts_at <= ${now}::timestamptz
    and (x.ends_at is null or x.ends_at > ${now}::timestamptz)))`

/** SQL of `approvalStatusAt` for an enrolment `e` and its course `c`. */
export const approvalStatusSql = (now: Date) => sql<EnrolmentStatus>`case
  when e.status <> 'approved' then e.status
  when e.student_approval_end_date <= ${now} or not ${isEntitledSql(now)} then 'expired'
  when c.unapprove_all_students_on_end_date and c.course_end_date <= ${now} then 'unapproved'
  else 'approved' end`

/** SQL of `hasStarted` for a course `c`. */
export const courseStartedSql = (now: Date) =>
  sql<boolean>`(c.course_start_date is null or c.course_start_date <= ${now} or c.allow_early_access)`

/** SQL of `learningAccess(…).allowed` for an enrolment `e` and its course `c`. */
export const mayLearnSql = (now: Date) =>
  sql<boolean>`(${approvalStatusSql(now)} = 'approved' and not c.is_coming_soon and ${courseStartedSql(now)})`
