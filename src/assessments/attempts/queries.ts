import { ensureFound } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { loadRevision } from '../revisions/load-revision.ts'
import type { AssessmentKind } from '../shapes.ts'
import { isReleased, stateAt, type StoredState } from './attempt-state.ts'

/** Selects attempts with their assessment, also with a deleted one. */
export const selectAttempts = ({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>) =>
  tx
    .selectFrom('attempts as t')
    .innerJoin('assessments as a', (on) =>
      on.onRef('a.school_id', '=', 't.school_id').onRef('a.id', '=', 't.assessment_id'),
    )
    .where('t.school_id', '=', school_id)
    .select(['t.id', 't.assessment_id', 't.revision', 't.user_id', 't.course_id', 't.number', 't.holder'])
    .select(['t.started_at', 't.deadline_at', 't.sync_until', 't.submitted_at', 't.late_holders'])
    .select(['t.slot_count', 't.has_late_answers', 't.graded_at', 't.pending_count', 't.points'])
    .select(['t.max_points', 't.score', 't.released_at', 'a.content_id', 'a.closes_at'])
    .select(['a.revision as published_revision', 'a.last_revision', 'a.name as assessment_name'])
    .select((eb) => [
      eb.ref('t.state').$castTo<StoredState>().as('state'),
      eb.ref('t.submitted_by').$castTo<'student' | 'deadline' | 'staff' | null>().as('submitted_by'),
      eb.ref('a.kind').$castTo<AssessmentKind>().as('kind'),
    ])

export type AttemptRow = Awaited<ReturnType<ReturnType<typeof selectAttempts>['executeTakeFirstOrThrow']>>

/** Returns an attempt of the student who acts; with `lock`, until commit no save is stored. */
export async function getOwnAttempt(ctx: Ctx, id: string, { lock = false } = {}): Promise<AttemptRow> {
  const query = selectAttempts(ctx).where('t.id', '=', id).where('t.user_id', '=', ctx.actor.id)
  return ensureFound(await (lock ? query.forNoKeyUpdate('t') : query).executeTakeFirst())
}

/** The running attempt of the student who acts, also after its deadline. */
export const findRunningAttempt = (ctx: Ctx, assessment_id: string): Promise<AttemptRow | undefined> =>
  selectAttempts(ctx)
    .where('t.assessment_id', '=', assessment_id)
    .where('t.user_id', '=', ctx.actor.id)
    .where('t.state', '=', 'running')
    .executeTakeFirst()

type Published = Pick<AttemptRow, 'assessment_id' | 'published_revision' | 'last_revision'>

/** The revision published last: release, pass mark, late rule and choice of the score follow it. */
export const loadRules = (ctx: Ctx, attempt: Published) =>
  loadRevision(ctx, attempt.assessment_id, attempt.published_revision ?? attempt.last_revision)

/** Whether a student answers the assessment at `now`. */
async function hasRunningAttempts({ tx, school_id, now }: Ctx, assessment_id: string) {
  const row = await tx
    .selectFrom('attempts')
    .where('school_id', '=', school_id)
    .where('assessment_id', '=', assessment_id)
    .where('state', '=', 'running')
    .where((eb) => eb.or([eb('deadline_at', 'is', null), eb('deadline_at', '>', now)]))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A function that tells which attempts of one assessment are released. */
export async function loadRelease(ctx: Ctx, of: Published & Pick<AttemptRow, 'closes_at'>) {
  const rules = await loadRules(ctx, of)
  const { release } = rules.settings
  const has_running_attempts =
    release.when === 'after_closing' && (await hasRunningAttempts(ctx, of.assessment_id))
  const isAttemptReleased = ({ state, released_at }: Pick<AttemptRow, 'state' | 'released_at'>) =>
    state === 'marked' &&
    isReleased({ release, closes_at: of.closes_at, released_at, has_running_attempts }, ctx.now)
  return { rules, isAttemptReleased }
}

/** State and deadline of an attempt for its student. */
export async function statusOf(ctx: Ctx, row: AttemptRow) {
  const is_released = row.state === 'marked' && (await loadRelease(ctx, row)).isAttemptReleased(row)
  return statusWith(ctx, row, is_released)
}

type StatusRow = Pick<
  AttemptRow,
  'id' | 'state' | 'holder' | 'deadline_at' | 'sync_until' | 'submitted_at' | 'submitted_by'
>

/** The same where it is decided whether the result is released. */
export const statusWith = ({ now }: Pick<Ctx, 'now'>, row: StatusRow, is_released: boolean) => ({
  id: row.id,
  state: stateAt({ ...row, is_released }, now),
  holder: row.holder,
  deadline_at: row.deadline_at,
  sync_until: row.sync_until,
  submitted_at: row.submitted_at,
  submitted_by: row.submitted_by,
  now,
})
