import { ensureFound, Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { insertSteps, storeTotals } from '../grading/store-marks.ts'
import { publishResults } from '../grading/publish-results.ts'
import { totalOf, type CountedMark } from '../grading/total-of.ts'
import { loadMarks, loadPapers, type MarkStep } from '../papers/load-papers.ts'
import { getEditableAssessment } from '../queries.ts'
import { loadRevision } from '../revisions/load-revision.ts'

type Given = Input<typeof contract.markAnswers>
type Mark = Given['marks'][number]

/** Adds marks of a person. If one of them was given on the base of an older mark, none is added. */
export async function markAnswers(ctx: Ctx, { id, marks }: Given) {
  const attempt = await lockAttempt(ctx, id)
  const { revision, last_revision, content_id } = await getEditableAssessment(ctx, attempt.assessment_id)
  const { submitted_at, graded_at } = attempt
  if (!submitted_at || !graded_at || attempt.state === 'void') throw new Refusal('attempt_not_graded')
  const before = (await loadMarks(ctx, [id])).get(id)!
  const paper = (await loadPapers(ctx, [id])).get(id)!
  marks.forEach(({ slot, points }, at) => {
    if (!before.has(slot)) refuseInvalidField(`marks.${at}.slot`, 'slot_unknown', 'There is no such answer.')
    if (points > paper[slot]!.points)
      refuseInvalidField(`marks.${at}.points`, 'too_many_points', 'The question has fewer points.')
  })
  await ensureUnchanged(ctx, { id, marks, before })
  const steps = stepsOf(marks, before).map((step) => ({
    ...step,
    attempt_id: id,
    user_id: attempt.user_id,
    marked_by: ctx.actor.id,
  }))
  await insertSteps(ctx, steps)
  const rules_revision = revision ?? last_revision
  const rules = await loadRevision(ctx, attempt.assessment_id, rules_revision)
  const counted = new Map<number, CountedMark>(before)
  for (const { slot, points } of steps) counted.set(slot, { points, is_dropped: false })
  const total = totalOf({ attempt: { submitted_at }, rules, paper, marks: counted })
  await storeTotals(ctx, [{ id, ...total }])
  await publishResults(ctx, [{ ...attempt, content_id, rules_revision }])
  return { ...total, marks: steps.map(({ slot, step, points: given }) => ({ slot, step, points: given })) }
}

async function lockAttempt({ tx, school_id }: Ctx, id: string) {
  const row = await tx
    .selectFrom('attempts')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .select(['id', 'assessment_id', 'user_id', 'course_id', 'state'])
    .select(['submitted_at', 'graded_at'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  return ensureFound(row)
}

interface Marking {
  id: string
  marks: readonly Mark[]
  before: ReadonlyMap<number, MarkStep>
}

/** Refuses marks whose answer was marked since, with the present marks and who gave them. */
async function ensureUnchanged({ tx, school_id }: Ctx, { id, marks, before }: Marking) {
  const changed = marks.filter(({ slot, expected_step }) => before.get(slot)!.step !== expected_step)
  if (changed.length === 0) return
  const rows = await tx
    .selectFrom('mark_steps as m')
    .leftJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'm.school_id').onRef('u.id', '=', 'm.marked_by'),
    )
    .where('m.school_id', '=', school_id)
    .where('m.attempt_id', '=', id)
    .where('m.slot', 'in', [...new Set(changed.map(({ slot }) => slot))])
    .distinctOn('m.slot')
    .orderBy('m.slot')
    .orderBy('m.step', 'desc')
    .select(['m.slot', 'm.step', 'm.points', 'm.comment', 'u.name as marked_by_name'])
    .execute()
  throw new Refusal('mark_conflict', { extra: { marks: rows } })
}

/** The last of several marks of one slot counts. A mark that replaces an automatic one is an override. */
function stepsOf(marks: readonly Mark[], before: ReadonlyMap<number, MarkStep>) {
  const last = new Map(marks.map((mark) => [mark.slot, mark]))
  return [...last.values()].map(({ slot, points, comment = '' }) => {
    const { step, points: old, source } = before.get(slot)!
    const isOverride = old !== null && source !== 'person'
    return {
      slot,
      step: step + 1,
      source: isOverride ? ('override' as const) : ('person' as const),
      points,
      key_revision: null,
      comment: comment.trim(),
    }
  })
}
