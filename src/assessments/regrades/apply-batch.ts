import { sql } from 'kysely'
import { roundHalfUp } from '#lib/grades/index.ts'
import { notifyAll } from '#notifications/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { loadRelease, loadRules, selectAttempts, type AttemptRow } from '../attempts/queries.ts'
import { publishResults } from '../grading/publish-results.ts'
import { insertSteps, storeTotals, type NewMark } from '../grading/store-marks.ts'
import { totalOf } from '../grading/total-of.ts'
import { loadMarks, loadPapers } from '../papers/load-papers.ts'

const rowsAtOnce = 100

interface Batch {
  regrade_id: string
  /** Id of the last attempt of the batch before. */
  after: string | null
}

/**
 * Adds the marks of up to 100 rows of a regrade where nobody marked since its preview. Returns the attempt after which the
 * next batch begins; null at the end.
 */
export async function applyRegradeBatch(ctx: Ctx, { regrade_id, after }: Batch): Promise<string | null> {
  const rows = await openRows(ctx, { regrade_id, after })
  if (rows.length === 0) return null
  const attempts = await lockAttempts(
    ctx,
    rows.map(({ attempt_id }) => attempt_id),
  )
  const { steps, totals, changed } = await marksOf(ctx, rows, attempts)
  await insertSteps(ctx, steps)
  await storeTotals(ctx, totals)
  await publishResults(
    ctx,
    changed.map((attempt) => ({
      ...attempt,
      rules_revision: attempt.published_revision ?? attempt.last_revision,
    })),
  )
  await notifyStudents(ctx, changed)
  await storeOutcomes(ctx, { regrade_id, rows, applied: totals.map(({ id }) => id) })
  return rows.at(-1)!.attempt_id
}

type Rows = Awaited<ReturnType<typeof openRows>>

/** New marks and totals where the mark of the preview is still the last one. */
async function marksOf(ctx: Ctx, rows: Rows, attempts: readonly AttemptRow[]) {
  const ids = attempts.map(({ id }) => id)
  const papers = await loadPapers(ctx, ids)
  const marks = await loadMarks(ctx, ids)
  const byAttempt = new Map(rows.map((row) => [row.attempt_id, row]))
  const steps: NewMark[] = []
  const totals = []
  const changed = []
  for (const attempt of attempts) {
    const { slot, expected_step, key_revision, is_dropped, points_after } = byAttempt.get(attempt.id)!
    const before = marks.get(attempt.id)!
    const mark = before.get(slot)
    if (mark?.step !== expected_step) continue
    const { comment } = mark
    const given = { points: points_after, key_revision, is_dropped, comment }
    const { id: attempt_id, user_id } = attempt
    steps.push({ attempt_id, slot, step: expected_step + 1, user_id, source: 'regrade', ...given })
    const total = totalOf({
      attempt: { submitted_at: attempt.submitted_at! },
      rules: await loadRules(ctx, attempt),
      paper: papers.get(attempt_id)!,
      marks: new Map(before).set(slot, { ...mark, ...given }),
    })
    totals.push({ id: attempt_id, ...total })
    changed.push({ ...attempt, score_after: total.score })
  }
  return { steps, totals, changed }
}

async function openRows({ tx, school_id }: Ctx, { regrade_id, after }: Batch) {
  let query = tx
    .selectFrom('regrade_rows')
    .where('school_id', '=', school_id)
    .where('regrade_id', '=', regrade_id)
    .where('outcome', '=', 'open')
    .orderBy('attempt_id')
    .orderBy('slot')
    .limit(rowsAtOnce)
    .select(['attempt_id', 'slot', 'expected_step', 'key_revision', 'is_dropped', 'points_after'])
  if (after) query = query.where('attempt_id', '>', after)
  return query.execute()
}

const lockAttempts = (ctx: Ctx, ids: readonly string[]) =>
  selectAttempts(ctx)
    .where('t.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('t.state', 'in', ['submitted', 'marked'])
    .orderBy('t.id')
    .forNoKeyUpdate('t')
    .execute()

type Changed = AttemptRow & { score_after: number | null }

/** Notifies students whose released score changed; the others read their results when they are released. */
async function notifyStudents(ctx: Ctx, attempts: readonly Changed[]) {
  const [first] = attempts
  if (!first) return
  const { isAttemptReleased } = await loadRelease(ctx, first)
  const notified = attempts.filter(
    (attempt) => isAttemptReleased(attempt) && shown(attempt.score) !== shown(attempt.score_after),
  )
  await notifyAll(
    ctx,
    notified.map(({ id, user_id, assessment_name }) => ({
      user_id,
      kind: 'result_changed',
      data: { attempt_id: id, assessment_name },
    })),
  )
}

const shown = (score: number | null) => score && roundHalfUp(score)

interface Outcomes {
  regrade_id: string
  rows: readonly { attempt_id: string }[]
  applied: readonly string[]
}

async function storeOutcomes({ tx, school_id }: Ctx, { regrade_id, rows, applied }: Outcomes) {
  const ids = rows.map(({ attempt_id }) => attempt_id)
  await sql`
    update regrade_rows set outcome = case when attempt_id = any(${applied}::uuid[]) then 'applied' else 'skipped' end
    where school_id = ${school_id}::uuid and regrade_id = ${regrade_id}::uuid
      and attempt_id = any(${ids}::uuid[])`.execute(tx)
}
