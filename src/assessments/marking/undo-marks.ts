import { sql } from 'kysely'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import type { NewMark } from '../grading/store-marks.ts'
import { loadMarks } from '../papers/load-papers.ts'
import { getEditableAssessment } from '../queries.ts'
import { lockAttempts, refuseConflict, storeMarking } from '../grading/markable-attempts.ts'

type Given = Input<typeof contract.undoMarks>
type Mark = Given['marks'][number]

/** Adds steps that repeat the marks before the last ones. Refused if a last mark is not the caller's own one. */
export async function undoMarks(ctx: Ctx, { id, marks }: Given) {
  const assessment = await getEditableAssessment(ctx, id)
  const attempts = await lockAttempts(ctx, [...new Set(marks.map(({ attempt_id }) => attempt_id))])
  for (const { attempt_id } of marks)
    ensureFound(attempts.find((attempt) => attempt.id === attempt_id && attempt.assessment_id === id))
  const before = await loadMarks(
    ctx,
    attempts.map((attempt) => attempt.id),
  )
  const changed = marks.filter(({ attempt_id, slot, expected_step }) => {
    const last = before.get(attempt_id)!.get(slot)
    return last?.step !== expected_step || last.marked_by !== ctx.actor.id
  })
  if (changed.length > 0) return refuseConflict(ctx, changed)
  const users = new Map(attempts.map((attempt) => [attempt.id, attempt.user_id]))
  const steps = (await loadFormerMarks(ctx, marks)).map(({ marked_by, ...former }) => ({
    ...former,
    step: former.step + 2,
    user_id: users.get(former.attempt_id)!,
    ...(marked_by !== null && { marked_by }),
  }))
  await storeMarking(ctx, assessment, { attempts, before, steps })
  return {
    marks: steps.map(({ attempt_id, slot, step, points }) => ({ attempt_id, slot, step, points })),
  }
}

interface FormerMark extends Omit<NewMark, 'user_id' | 'marked_by'> {
  marked_by: string | null
}

/** The marks one step before the given ones; the first step is automatic, so a person's has one before it. */
async function loadFormerMarks({ tx, school_id }: Ctx, marks: readonly Mark[]): Promise<FormerMark[]> {
  const { rows } = await sql<FormerMark>`
    select distinct on (m.attempt_id, m.slot) m.attempt_id, m.slot, m.step, m.source, m.points, m.key_revision,
      m.is_dropped, m.comment, m.rubric, m.marked_by
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb)
      g(attempt_id uuid, slot smallint, expected_step smallint)
    join mark_steps m on m.attempt_id = g.attempt_id and m.slot = g.slot and m.step = g.expected_step - 1
    where m.school_id = ${school_id}::uuid`.execute(tx)
  return rows
}
