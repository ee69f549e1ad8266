import { ensureFound, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { loadAnswers, loadMarks, loadPapers } from '../papers/load-papers.ts'
import { getEditableAssessment } from '../queries.ts'
import { ensureByRubric } from '../rubrics/ensure-by-rubric.ts'
import { ensureGraded, ensurePossible, personStep } from './mark-answers.ts'
import { lockAttempts, refuseConflict, storeMarking } from '../grading/markable-attempts.ts'
import { findSameAnswers } from './same-answers.ts'

type Given = Input<typeof contract.markSameAnswers>

const maxSameAnswers = 500

/** Gives an answer a mark, and the same to equal answers that no person marked yet. */
export async function markSameAnswers(ctx: Ctx, { id, ...mark }: Given) {
  const { slot, expected_step } = mark
  const found = await findAttempt(ctx, id)
  const assessment = await getEditableAssessment(ctx, found.assessment_id)
  const paper = (await loadPapers(ctx, [id])).get(id)![slot]
  if (!paper) return refuseInvalidField('slot', 'slot_unknown', 'There is no such answer.')
  ensurePossible(mark.points, paper.points, 'points')
  await ensureByRubric(ctx, assessment.id, [{ mark, paper, field: '' }])
  const answer = (await loadAnswers(ctx, [id])).get(id)!.get(slot)?.answer ?? null
  const same = await findSameAnswers(ctx, assessment.id, [{ attempt_id: id, slot, paper, answer }])
  const others = same.slice(0, maxSameAnswers).map(({ other }) => other)
  const ids = [...new Set([id, ...others.map(({ attempt_id }) => attempt_id)])]
  const attempts = await lockAttempts(ctx, ids)
  attempts.filter((attempt) => attempt.id === id).forEach(ensureGraded)
  const before = await loadMarks(ctx, ids)
  if (before.get(id)!.get(slot)!.step !== expected_step)
    return refuseConflict(ctx, [{ attempt_id: id, slot }])
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]))
  const steps = [{ attempt_id: id, slot }, ...others].flatMap((position) => {
    const last = before.get(position.attempt_id)!.get(position.slot)!
    // Another person marked it between the search and the lock.
    const isTaken = position.attempt_id !== id && last.marked_by !== null
    const attempt = byId.get(position.attempt_id)!
    return isTaken ? [] : [personStep(ctx, { attempt, mark: { ...mark, slot: position.slot }, last })]
  })
  await storeMarking(ctx, assessment, { attempts, before, steps })
  return {
    marks: steps.map(({ attempt_id, slot: at, step, points }) => ({ attempt_id, slot: at, step, points })),
  }
}

/** An attempt without a lock: those of equal answers are locked together with it. */
async function findAttempt({ tx, school_id }: Ctx, id: string) {
  const row = await tx
    .selectFrom('attempts')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .select('assessment_id')
    .executeTakeFirst()
  return ensureFound(row)
}
