import type { Ctx } from '#tenancy/context/request-context.ts'
import { pointsOf } from '../grading/grade-slots.ts'
import type { QuestionAnswer } from '#lib/questions/index.ts'
import { loadGradedQuestions, type GradedQuestion } from '../grading/load-graded-questions.ts'
import { totalOf } from '../grading/total-of.ts'
import type { PaperSlot } from '../papers/build-paper.ts'
import { loadAnswers, loadMarks, loadPapers, type MarkStep } from '../papers/load-papers.ts'
import { loadRules, selectAttempts } from '../attempts/queries.ts'
import { versionKey } from '#questions/index.ts'
import { selectRegrades, type RegradeRow } from './queries.ts'
import { staysUnder, type RegradePolicy } from '../grading/regraded-points.ts'

const attemptsAtOnce = 100

/** Position in the attempts of an assessment. */
export interface Position {
  user_id: string
  number: number
}

export interface ComputedBatch {
  after: Position | null
  manual_count: number
}

interface Batch {
  regrade_id: string
  after: Position | null
  /** Only attempts that were graded at or after the creation of the regrade. */
  only_recent?: boolean
}

/**
 * Stores what a regrade changes in up to 100 attempts; marks of its preview stay. Returns the number of marks of people
 * that stay, and the position for the next batch; null at the end, or if the regrade was discarded.
 */
export async function computeRegradeBatch(
  ctx: Ctx,
  { regrade_id, after, only_recent = false }: Batch,
): Promise<ComputedBatch> {
  const regrade = await selectRegrades(ctx).where('g.id', '=', regrade_id).forShare('g').executeTakeFirst()
  if (!regrade || (regrade.state !== 'computing' && regrade.state !== 'applying'))
    return { after: null, manual_count: 0 }
  let query = selectAttempts(ctx)
    .where('t.assessment_id', '=', regrade.assessment_id)
    .where('t.state', 'in', ['submitted', 'marked'])
    .where('t.graded_at', 'is not', null)
    .orderBy('t.user_id')
    .orderBy('t.number')
    .limit(attemptsAtOnce)
  if (only_recent) query = query.where('t.graded_at', '>=', regrade.created_at)
  if (after)
    query = query.where((eb) =>
      eb(eb.refTuple('t.user_id', 't.number'), '>', eb.tuple(after.user_id, after.number)),
    )
  const attempts = await query.execute()
  const changes = await changesOf(ctx, regrade, attempts)
  await insertRows(ctx, regrade_id, changes.rows)
  const last = attempts.length === attemptsAtOnce ? attempts.at(-1)! : null
  return {
    after: last && { user_id: last.user_id, number: last.number },
    manual_count: changes.manual_count,
  }
}

type Attempts = Awaited<ReturnType<ReturnType<typeof selectAttempts>['execute']>>

interface NewRow {
  attempt_id: string
  slot: number
  user_id: string
  expected_step: number
  key_revision: number
  is_dropped: boolean
  points_before: number | null
  points_after: number | null
  score_before: number | null
  score_after: number | null
}

async function changesOf(ctx: Ctx, { question_id, policy }: RegradeRow, attempts: Attempts) {
  const ids = attempts.map(({ id }) => id)
  const papers = await loadPapers(ctx, ids)
  const answers = await loadAnswers(ctx, ids)
  const marks = await loadMarks(ctx, ids)
  const slots = [...papers.values()].flat().filter((slot) => slot.question_id === question_id)
  const questions = await loadGradedQuestions(ctx, slots)
  const rows: NewRow[] = []
  let manual_count = 0
  for (const attempt of attempts) {
    const paper = papers.get(attempt.id)!
    const slot = paper.findIndex((each) => each.question_id === question_id)
    const before = marks.get(attempt.id)!
    if (!before.has(slot)) continue
    const question = questions.get(versionKey(paper[slot]!))!
    const answer = answers.get(attempt.id)!.get(slot)?.answer ?? null
    const changed = changedMark({ mark: before.get(slot)!, slot: paper[slot]!, question, answer, policy })
    if (changed === 'manual') manual_count++
    if (changed === 'manual' || changed === 'same') continue
    const row = { attempt_id: attempt.id, slot, user_id: attempt.user_id, key_revision: question.revision }
    const score_after = await scoreWith(ctx, attempt, { paper, marks: new Map(before).set(slot, changed) })
    rows.push({
      ...row,
      ...pointsChange(before.get(slot)!, changed),
      score_before: attempt.score,
      score_after,
    })
  }
  return { rows, manual_count }
}

interface Changed {
  mark: MarkStep
  slot: PaperSlot
  question: GradedQuestion
  answer: QuestionAnswer | null
  policy: RegradePolicy
}

/** The mark under a policy; `manual` if that of a person stays, `same` if nothing changes. */
function changedMark({ mark, slot, question, answer, policy }: Changed): MarkStep | 'manual' | 'same' {
  const points = pointsOf(slot, { question, answer, policy, before: mark.points })
  // Only a person or the sandbox can mark it again, and its present mark stays.
  const isUnknown = points === null && mark.points !== null
  if (isUnknown || staysUnder(policy, mark.source)) return 'manual'
  const is_dropped = policy === 'drop'
  const isSame = mark.points === points && mark.is_dropped === is_dropped
  return isSame && mark.key_revision === question.revision ? 'same' : { ...mark, points, is_dropped }
}

const pointsChange = (before: MarkStep, after: MarkStep) => ({
  expected_step: before.step,
  is_dropped: after.is_dropped,
  points_before: before.points,
  points_after: after.points,
})

type Totalled = Pick<Parameters<typeof totalOf>[0], 'paper' | 'marks'>

async function scoreWith(ctx: Ctx, attempt: Attempts[number], totalled: Totalled) {
  const rules = await loadRules(ctx, attempt)
  return totalOf({ attempt: { submitted_at: attempt.submitted_at! }, rules, ...totalled }).score
}

async function insertRows({ tx, school_id }: Ctx, regrade_id: string, rows: readonly NewRow[]) {
  if (rows.length === 0) return
  await tx
    .insertInto('regrade_rows')
    .values(rows.map((row) => ({ school_id, regrade_id, ...row })))
    .onConflict((on) => on.columns(['school_id', 'regrade_id', 'attempt_id', 'slot']).doNothing())
    .execute()
}
