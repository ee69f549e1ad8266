import { readableHtml } from '#courses/index.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { slotCount, totalPoints } from '../authoring/check-items.ts'
import type * as contract from '../contract.ts'
import { resultOf } from '../results/result-of.ts'
import { loadRevision } from '../revisions/load-revision.ts'
import { stateAt, windowOf, type Allowance } from './attempt-state.ts'
import { limitsOf, loadAllowance, loadTaking } from './load-taking.ts'
import { loadRelease, selectAttempts, type AttemptRow } from './queries.ts'
import { maxAttempts, mayStart } from './taking-policy.ts'

type Given = Input<typeof contract.getAssessmentOverview>

/**
 * What a student reads before the start. Students who lost access to the course still read their attempts; those who have
 * none do not find the assessment.
 */
export async function getAssessmentOverview(
  ctx: Ctx,
  { id, course_id: through }: Given,
): Promise<Reply<typeof contract.getAssessmentOverview>> {
  const { assessment, course_id, refusal } = await loadTaking(ctx, id, through)
  const attempts = await listOwnAttempts(ctx, id)
  const revision = assessment.revision ?? attempts[0]?.row.revision
  if (revision === undefined || (refusal === 'not_found' && attempts.length === 0))
    throw new Refusal('not_found')
  const content = await loadRevision(ctx, id, revision)
  const { settings, sections } = content
  const course_ids = [assessment.course_id, course_id].filter((each) => each !== null)
  const allowance = await loadAllowance(ctx, { assessment_id: id, user_id: ctx.actor.id, course_ids })
  const window = windowOf(limitsOf(assessment, settings), allowance)
  const max_attempts = maxAttempts(settings, allowance)
  const used_attempts = attempts.filter(({ row }) => row.state !== 'void').length
  const start = mayStart({ ...window, max_attempts, used_attempts }, ctx.now)
  const isRunning = attempts.some(({ view }) => view.state === 'running')
  const closed = assessment.revision === null ? 'assessment_closed' : start.allowed ? null : start.code
  return {
    id,
    course_id,
    content_id: assessment.content_id,
    kind: content.kind,
    name: content.name,
    instructions: readableHtml(ctx, content.instructions),
    question_count: slotCount(sections),
    total_points: totalPoints(sections),
    ...window,
    ...rulesOf(settings, allowance),
    max_attempts,
    used_attempts,
    refusal: isRunning ? null : (refusal ?? closed),
    attempts: attempts.map(({ view }) => view),
  }
}

type Settings = Awaited<ReturnType<typeof loadRevision>>['settings']

function rulesOf(settings: Settings, { time_factor, extra_minutes }: Allowance) {
  const { time_limit_minutes: limit } = settings
  return {
    time_limit_minutes: limit && limit * time_factor + extra_minutes,
    due_at: settings.due_at,
    late_percent_per_day: settings.late_percent_per_day,
    score_from: settings.score_from,
    one_question_per_page: settings.one_question_per_page,
    needs_access_code: settings.access_code !== '',
    pass_percent: settings.pass_percent,
    release: settings.release,
    integrity: settings.integrity,
    late_sync_hours: settings.late_sync_hours,
  }
}

/** The last 100 attempts of the student who acts, newest first. */
async function listOwnAttempts(ctx: Ctx, assessment_id: string) {
  const rows = await selectAttempts(ctx)
    .where('t.assessment_id', '=', assessment_id)
    .where('t.user_id', '=', ctx.actor.id)
    .orderBy('t.number', 'desc')
    .limit(100)
    .execute()
  if (rows.length === 0) return []
  const { rules, isAttemptReleased } = await loadRelease(ctx, rows[0]!)
  return rows.map((row: AttemptRow) => {
    const is_released = isAttemptReleased(row)
    const { id, number, started_at, deadline_at, submitted_at } = row
    const state = stateAt({ ...row, is_released }, ctx.now)
    const result = is_released ? resultOf(row, rules) : null
    return { row, view: { id, number, state, started_at, deadline_at, submitted_at, result } }
  })
}
