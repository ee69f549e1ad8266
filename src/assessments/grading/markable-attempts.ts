import { sql } from 'kysely'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { publishResults } from './publish-results.ts'
import { insertSteps, storeTotals, type NewMark } from './store-marks.ts'
import { totalOf, type CountedMark } from './total-of.ts'
import { loadPapers, type MarkStep } from '../papers/load-papers.ts'
import type { AssessmentRow } from '../queries.ts'
import { loadRevision } from '../revisions/load-revision.ts'

/** Locks attempts in the order of their ids, so that two markers of many answers do not wait for each other. */
export const lockAttempts = ({ tx, school_id }: Ctx, ids: readonly string[]) =>
  tx
    .selectFrom('attempts')
    .where('school_id', '=', school_id)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .select(['id', 'assessment_id', 'user_id', 'course_id', 'state', 'submitted_at', 'graded_at'])
    .forNoKeyUpdate()
    .execute()

export type LockedAttempt = Awaited<ReturnType<typeof lockAttempts>>[number]

interface Marking {
  attempts: readonly LockedAttempt[]
  /** The last marks by attempt and slot. */
  before: ReadonlyMap<string, ReadonlyMap<number, MarkStep>>
  steps: readonly NewMark[]
}

type Rules = Pick<AssessmentRow, 'id' | 'revision' | 'last_revision' | 'content_id'>

/** Stores new marks of attempts of one assessment, and the totals that follow; returns those by attempt. */
export async function storeMarking(ctx: Ctx, assessment: Rules, { attempts, before, steps }: Marking) {
  await insertSteps(ctx, steps)
  const rules_revision = assessment.revision ?? assessment.last_revision
  const rules = await loadRevision(ctx, assessment.id, rules_revision)
  const papers = await loadPapers(
    ctx,
    attempts.map(({ id }) => id),
  )
  const newSteps = Map.groupBy(steps, ({ attempt_id }) => attempt_id)
  const totals = attempts.map((attempt) => {
    const marks = new Map<number, CountedMark>(before.get(attempt.id)!)
    for (const { slot, points, is_dropped = false } of newSteps.get(attempt.id) ?? [])
      marks.set(slot, { points, is_dropped })
    const submitted_at = attempt.submitted_at!
    const total = totalOf({ attempt: { submitted_at }, rules, paper: papers.get(attempt.id)!, marks })
    return { id: attempt.id, ...total }
  })
  await storeTotals(ctx, totals)
  const { content_id } = assessment
  await publishResults(
    ctx,
    attempts.map((attempt) => ({ ...attempt, content_id, rules_revision })),
  )
  return new Map(totals.map(({ id, ...total }) => [id, total]))
}

/** Refuses with the present marks of answers, and who gave them. */
export async function refuseConflict(
  { tx, school_id }: Ctx,
  answers: readonly { attempt_id: string; slot: number }[],
): Promise<never> {
  const { rows } = await sql<object>`
    select distinct on (m.attempt_id, m.slot) m.attempt_id, m.slot, m.step, m.points, m.comment,
      u.name as marked_by_name
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) g(attempt_id uuid, slot smallint)
    join mark_steps m on m.attempt_id = g.attempt_id and m.slot = g.slot
    left join users u on u.school_id = m.school_id and u.id = m.marked_by
    where m.school_id = ${school_id}::uuid
    order by m.attempt_id, m.slot, m.step desc`.execute(tx)
  throw new Refusal('mark_conflict', { extra: { marks: rows } })
}
