import { ensureFound, Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import type { NewMark } from '../grading/store-marks.ts'
import { loadMarks, loadPapers, type MarkStep } from '../papers/load-papers.ts'
import { getEditableAssessment } from '../queries.ts'
import { ensureByRubric } from '../rubrics/ensure-by-rubric.ts'
import {
  lockAttempts,
  refuseConflict,
  storeMarking,
  type LockedAttempt,
} from '../grading/markable-attempts.ts'

type Given = Input<typeof contract.markAnswers>
type Mark = Given['marks'][number]

/** Adds marks of a person. If one of them was given on the base of an older mark, none is added. */
export async function markAnswers(ctx: Ctx, { id, marks }: Given) {
  const attempt = ensureFound((await lockAttempts(ctx, [id]))[0])
  const assessment = await getEditableAssessment(ctx, attempt.assessment_id)
  ensureGraded(attempt)
  const before = await loadMarks(ctx, [id])
  const paper = (await loadPapers(ctx, [id])).get(id)!
  const last = before.get(id)!
  marks.forEach(({ slot, points }, at) => {
    if (!last.has(slot)) refuseInvalidField(`marks.${at}.slot`, 'slot_unknown', 'There is no such answer.')
    ensurePossible(points, paper[slot]!.points, `marks.${at}.points`)
  })
  await ensureByRubric(
    ctx,
    assessment.id,
    marks.map((mark, at) => ({ mark, paper: paper[mark.slot]!, field: `marks.${at}` })),
  )
  const changed = marks.filter(({ slot, expected_step }) => last.get(slot)!.step !== expected_step)
  if (changed.length > 0)
    await refuseConflict(
      ctx,
      changed.map(({ slot }) => ({ attempt_id: id, slot })),
    )
  const steps = lastOfEachSlot(marks).map((mark) =>
    personStep(ctx, { attempt, mark, last: last.get(mark.slot)! }),
  )
  const total = (await storeMarking(ctx, assessment, { attempts: [attempt], before, steps })).get(id)!
  return { ...total, marks: steps.map(({ slot, step, points }) => ({ slot, step, points })) }
}

/** The last of several marks of one slot counts. */
const lastOfEachSlot = (marks: readonly Mark[]) => [
  ...new Map(marks.map((mark) => [mark.slot, mark])).values(),
]

export function ensureGraded({ submitted_at, graded_at, state }: LockedAttempt) {
  if (!submitted_at || !graded_at || state === 'void') throw new Refusal('attempt_not_graded')
}

export function ensurePossible(points: number, max_points: number, field: string) {
  if (points > max_points) refuseInvalidField(field, 'too_many_points', 'The question has fewer points.')
}

interface PersonMark {
  attempt: Pick<LockedAttempt, 'id' | 'user_id'>
  mark: Pick<Mark, 'slot' | 'points' | 'comment' | 'rubric'>
  last: MarkStep
}

/** The step after the last one. A mark that replaces an automatic one is an override. */
export function personStep({ actor }: Ctx, { attempt, mark, last }: PersonMark) {
  const isOverride = last.points !== null && last.source !== 'person'
  return {
    attempt_id: attempt.id,
    user_id: attempt.user_id,
    slot: mark.slot,
    step: last.step + 1,
    source: isOverride ? 'override' : 'person',
    points: mark.points,
    key_revision: null,
    comment: (mark.comment ?? '').trim(),
    rubric: mark.rubric ? { choices: mark.rubric.choices, reason: mark.rubric.reason.trim() } : null,
    marked_by: actor.id!,
  } as const satisfies NewMark
}
