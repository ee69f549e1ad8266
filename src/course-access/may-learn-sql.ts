import { sql } from 'kysely'
import type { EnrolmentStatus } from './may-learn.ts'

/** Names that a query gives to the tables of an enrolment and its course. */
export interface EnrolmentAliases {
  enrolment: string
  course: string
}

/** SQL of `isEntitlementLive` for the entitlement with this alias. */
export const entitlementLiveSql = (alias: string, now: Date) => {
  const column = columnsOf(alias)
  return sql<boolean>`(${column('revoked_at')} is null and ${column('starts_at')} <= ${now}::timestamptz
    and (${column('ends_at')} is null or ${column('ends_at')} > ${now}::timestamptz))`
}

/** SQL of `isEntitled` for the enrolment with this alias: looks at entitlements only if the enrolment needs one. */
export const isEntitledSql = (alias: string, now: Date) => {
  const column = columnsOf(alias)
  return sql<boolean>`(not ${column('requires_entitlement')} or exists (
  select from entitlements x where x.school_id = ${column('school_id')} and x.course_id = ${column('course_id')}
    and x.user_id = ${column('user_id')} and ${entitlementLiveSql('x', now)}))`
}

/** SQL of `approvalStatusAt` for an enrolment and its course. */
export const approvalStatusSql = (aliases: EnrolmentAliases, now: Date) => {
  const [enrolment, course] = [columnsOf(aliases.enrolment), columnsOf(aliases.course)]
  return sql<EnrolmentStatus>`case
  when ${enrolment('status')} <> 'approved' then ${enrolment('status')}
  when ${enrolment('student_approval_end_date')} <= ${now} or not ${isEntitledSql(aliases.enrolment, now)} then 'expired'
  when ${course('unapprove_all_students_on_end_date')} and ${course('course_end_date')} <= ${now} then 'unapproved'
  else 'approved' end`
}

/** SQL of `mayStartCourse` for the course with this alias. */
export const mayStartCourseSql = (alias: string, now: Date) => {
  const column = columnsOf(alias)
  return sql<boolean>`(${column('course_start_date')} is null or ${column('course_start_date')} <= ${now}
    or ${column('allow_early_access')})`
}

/** SQL of `mayLearn(…).allowed` for an enrolment and its course. */
export const mayLearnSql = (aliases: EnrolmentAliases, now: Date) =>
  sql<boolean>`(${approvalStatusSql(aliases, now)} = 'approved' and not ${columnsOf(aliases.course)('is_coming_soon')}
    and ${mayStartCourseSql(aliases.course, now)})`

const columnsOf = (alias: string) => (column: string) => sql.ref(`${alias}.${column}`)
