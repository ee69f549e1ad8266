import { ensureAllowed, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { mayManageStudents } from '../policy.ts'
import { getCourseRules } from '../queries.ts'
import { currentChanges } from './announce-decision.ts'
import { restoreEnrolments, type EnrolmentChange } from '../enrolments/change-enrolments.ts'
import { takeDecision } from '../enrolments/stored-decisions.ts'

/**
 * Restores the enrolments as they were before a decision. Nobody was notified yet. A student whom another person
 * has changed since keeps that change.
 */
export async function undoDecision(
  ctx: Ctx,
  { decision_id }: Input<typeof contract.undoEnrolmentDecision>,
): Promise<Reply<typeof contract.undoEnrolmentDecision>> {
  const decision = await takeDecision(ctx, decision_id)
  if (!decision) throw new Refusal('undo_expired')
  const course = await getCourseRules(ctx, decision.course_id)
  ensureAllowed(mayManageStudents(ctx.actor, course))
  const restored = (await currentChanges(ctx, course.id, decision.changes)).flatMap(
    ({ student, before, after }): EnrolmentChange[] =>
      before ? [{ student, before: after, after: before, cause: 'decision_undone' }] : [],
  )
  if (restored.length > 0) await restoreEnrolments(ctx, course, restored)
  return { restored_count: restored.length }
}
