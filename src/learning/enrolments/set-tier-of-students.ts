import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensure, Refusal, refuseField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { record } from './change-enrolments.ts'
import type * as contract from '../contract.ts'
import { studentsForChange } from './student-queries.ts'
import { mayManageStudents } from '../policy.ts'
import { courseFacts, enrolmentsForChange, standing, type CourseFacts } from '../queries.ts'

/** Each student has a result, so that one who is not in the course holds up nobody else. */
export async function setStudentsTier(
  ctx: Ctx,
  { course_id, student_ids, tier }: Input<typeof contract.setStudentsTier>,
): Promise<Reply<typeof contract.setStudentsTier>> {
  const course = await courseFacts(ctx, course_id)
  ensure(mayManageStudents(ctx.actor, course))
  ensureTier(course, tier)
  const students = await studentsForChange(ctx, student_ids)
  const places = new Map(
    (
      await enrolmentsForChange(
        ctx,
        course_id,
        students.map(({ id }) => id),
      )
    )
      .filter(({ status }) => status !== 'removed')
      .map((place) => [place.user_id, place]),
  )
  const changes = students.flatMap((student) => {
    const before = places.get(student.id)
    if (!before || before.tier === tier) return []
    return [{ student, before, after: { ...before, tier }, cause: 'tier_changed' as const }]
  })
  if (changes.length > 0) await record(ctx, course, changes)

  const known = new Set(students.map(({ id }) => id))
  return {
    results: student_ids.map((student_id) => {
      const place = places.get(student_id)
      if (place) return { student_id, ok: true, status: standing(place, course, ctx.now), code: null }
      return {
        student_id,
        ok: false,
        status: null,
        code: known.has(student_id) ? 'not_enrolled' : 'not_found',
      }
    }),
  }
}

/** Refuses a tier that the course does not have. */
export function ensureTier(course: CourseFacts, tier: number | null) {
  if (!course.enable_tiering) throw new Refusal('tiering_disabled')
  if (tier !== null && tier > course.tiering_maximum)
    refuseField('tier', 'no_such_tier', `This course has ${course.tiering_maximum} tiers.`)
}
