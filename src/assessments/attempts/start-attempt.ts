import { randomBytes } from 'node:crypto'
import { ensureAllowed, ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { createPaper } from '../papers/create-paper.ts'
import { loadRevision } from '../revisions/load-revision.ts'
import type { AssessmentSettings } from '../shapes.ts'
import { deadlineOf, stateAt, syncUntil, windowOf } from './attempt-state.ts'
import {
  countAttempts,
  ensureAccess,
  limitsOf,
  loadAllowance,
  loadTaking,
  type Taking,
} from './load-taking.ts'
import { findRunningAttempt, getOwnAttempt, type AttemptRow } from './queries.ts'
import { scheduleDeadline } from './schedule-deadline.ts'
import { submitOverdue } from './submit-due-attempts.ts'
import { isAccessCode, maxAttempts, mayStart } from './taking-policy.ts'
import { viewAttempt } from './view-attempt.ts'

type Given = Input<typeof contract.startAttempt>

/** Returns the running attempt, or starts one. Any number of calls at the same time start one attempt. */
export async function startAttempt(ctx: Ctx, given: Given) {
  const taking = await loadTaking(ctx, given.id, given.course_id)
  // A call that comes at the same moment as another one starts nothing, and finds what the other one started.
  for (let tries = 0; tries < 3; tries++) {
    const running = await continueRunning(ctx, given.id)
    if (running) return viewAttempt(ctx, running)
    ensureAccess(taking)
    const id = await insertAttempt(ctx, taking, given)
    if (id) return viewAttempt(ctx, await getOwnAttempt(ctx, id))
  }
  throw new Refusal('busy')
}

/** The running attempt; one whose time is over is submitted, as its job does. */
async function continueRunning(ctx: Ctx, assessment_id: string): Promise<AttemptRow | null> {
  const running = await findRunningAttempt(ctx, assessment_id)
  if (!running) return null
  if (stateAt({ ...running, is_released: false }, ctx.now) === 'running') return running
  await submitOverdue(ctx, [running.id])
  return null
}

/** Inserts an attempt with its paper; null if another call did at the same time. */
async function insertAttempt(ctx: Ctx, taking: Taking, { access_code = '' }: Given): Promise<string | null> {
  const { tx, school_id, actor, now } = ctx
  const { assessment, course_id } = taking
  const revision = ensureFound(assessment.revision)
  const { sections, settings } = await loadRevision(ctx, assessment.id, revision)
  const { number, deadline_at } = await admit(ctx, taking, settings)
  if (!isAccessCode(settings.access_code, access_code)) throw new Refusal('access_code_invalid')

  const seed = randomBytes(16).toString('hex')
  const of = { assessment_id: assessment.id, user_id: actor.id }
  const paper = await createPaper(ctx, { ...of, revision: { sections, settings }, seed })
  // Questions of a draw may have been deleted since.
  if (paper.length === 0) throw new Refusal('assessment_not_open')
  const sync_until = syncUntil(deadline_at, settings.late_sync_hours)
  const max_points = paper.reduce((sum, { points }) => sum + points, 0)
  const times = { started_at: now, deadline_at, sync_until }
  const facts = { revision, course_id, number, seed, slot_count: paper.length, max_points }
  const inserted = await tx
    .insertInto('attempts')
    .values({ school_id, id: newId(), ...of, ...times, ...facts })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return null
  await tx
    .insertInto('attempt_papers')
    .values({ school_id, attempt_id: inserted.id, slots: JSON.stringify(paper) })
    .execute()
  await scheduleDeadline(ctx, assessment.id, deadline_at)
  return inserted.id
}

/** Refuses a student who may not start an attempt now; returns its number and deadline. */
async function admit(ctx: Ctx, { assessment, course_id }: Taking, settings: AssessmentSettings) {
  const { actor, now } = ctx
  const course_ids = [assessment.course_id, course_id].filter((id) => id !== null)
  const allowance = await loadAllowance(ctx, { assessment_id: assessment.id, user_id: actor.id, course_ids })
  const { used, last_number } = await countAttempts(ctx, assessment.id, actor.id)
  const limits = limitsOf(assessment, settings)
  const max_attempts = maxAttempts(settings, allowance)
  ensureAllowed(mayStart({ ...windowOf(limits, allowance), max_attempts, used_attempts: used }, now))
  return { number: last_number + 1, deadline_at: deadlineOf(now, limits, allowance) }
}
