import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { recordEnrolmentChanges } from './change-enrolments.ts'
import type * as contract from '../contract.ts'
import { lockStudents } from './student-queries.ts'
import { mayManageStudents } from '../policy.ts'
import { getCourseRules, lockEnrolments, effectiveStatus, type CourseRules } from '../queries.ts'

/** Returns a result per student; a refusal does not block the others. */
export async function setTierForStudents(
  ctx: Ctx,
  { course_id, student_ids, tier }: Input<typeof contract.setTierForStudents>,
): Promise<Reply<typeof contract.setTierForStudents>> {
  const course = await getCourseRules(ctx, course_id)
  ensureAllowed(mayManageStudents(ctx.actor, course))
  validateTier(course, tier)
  const students = await lockStudents(ctx, student_ids)
  const enrolments = new Map(
    (
      await lockEnrolments(
        ctx,
        course_id,
        students.map(({ id }) => id),
      )
    )
      .filter(({ status }) => status !== 'removed')
      .map((enrolment) => [enrolment.user_id, enrolment]),
  )
  const changes = students.flatMap((student) => {
    const before = enrolments.get(student.id)
    if (!before || before.tier === tier) return []
    return [{ student, before, after: { ...before, tier }, cause: 'tier_changed' as const }]
  })
  if (changes.length > 0) await recordEnrolmentChanges(ctx, course, changes)

  const studentIds = new Set(students.map(({ id }) => id))
  return {
    results: student_ids.map((student_id) => {
      const enrolment = enrolments.get(student_id)
      if (enrolment)
        return { student_id, ok: true, status: effectiveStatus(enrolment, course, ctx.now), code: null }
      return {
        student_id,
        ok: false,
        status: null,
        code: studentIds.has(student_id) ? 'not_enrolled' : 'not_found',
      }
    }),
  }
}

/** Refuses a tier that the course does not have. */
export function validateTier(course: CourseRules, tier: number | null) {
  if (!course.enable_tiering) throw new Refusal('tiering_disabled')
  if (tier !== null && tier > course.tiering_maximum)
    refuseInvalidField('tier', 'no_such_tier', `This course has ${course.tiering_maximum} tiers.`)
}
