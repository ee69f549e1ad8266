import { mayLearn } from '#course-access/index.ts'
import { fulfils, getLockExceptions } from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { mayMarkCompleted, mayOpenContent } from '../policy.ts'
import { publishCompletionEvents } from './publish-completion-events.ts'
import { writeProgress, type WrittenProgress } from './write-progress.ts'

type Given = Input<typeof contract.saveProgress>

/**
 * Adds to a student's progress. The player calls this every few seconds, so it is one statement, which writes and
 * returns the facts for the policies: a refusal rolls it back.
 */
export async function saveContentProgress(
  ctx: Ctx,
  given: Given,
): Promise<Reply<typeof contract.saveProgress>> {
  const written = ensureFound(await writeProgress(ctx, given))
  const enrolmentState = written.status === null ? null : { ...written, status: written.status }
  ensureAllowed(mayLearn(written, enrolmentState, ctx.now))
  await ensureOpen(ctx, written)
  if (given.completed) ensureAllowed(mayMarkCompleted(written, ctx.now))

  const finishes = written.newly_completed || (written.completed_at !== null && written.nothing_left)
  const course_completed_at =
    written.course_completed_at ??
    (finishes ? await finishCourse(ctx, written.course_id, written.home_id) : null)
  await publishCompletionEvents(ctx, written, finishes ? course_completed_at : null)
  const { watched_seconds, visible_seconds, read_percentage, position_seconds, completed_at } = written
  return {
    content_id: given.content_id,
    watched_seconds,
    visible_seconds,
    read_percentage,
    position_seconds,
    completed_at,
    course_completed_at,
  }
}

/** Up to two more short queries, only if a rule or an exception needs them. */
async function ensureOpen(ctx: Ctx, written: WrittenProgress) {
  const exceptions = written.has_lock_exceptions
    ? await getLockExceptions(ctx, written.course_id, ctx.actor.id)
    : []
  // What this call completes was not completed before.
  const completed_at = written.newly_completed ? null : written.completed_at
  const { opens_after_content_id: first, opens_after_score } = written
  const has_open_prerequisite =
    first !== null && completed_at === null && (await isToDo(ctx, first, opens_after_score))
  ensureAllowed(
    mayOpenContent(
      { ...written, completed_at, has_open_prerequisite },
      { ...written, now: ctx.now, exceptions },
    ),
  )
}

/** Whether students see the prerequisite, and this one has not fulfilled it. */
async function isToDo({ tx, school_id, actor }: Ctx, content_id: string, score: number | null) {
  const row = await tx
    .selectFrom('contents as t')
    .leftJoin('content_progress as p', (on) =>
      on
        .onRef('p.school_id', '=', 't.school_id')
        .onRef('p.content_id', '=', 't.id')
        .on('p.user_id', '=', actor.id),
    )
    .where('t.school_id', '=', school_id)
    .where('t.id', '=', content_id)
    .where('t.is_published', '=', true)
    .select(['p.completed_at', 'p.score'])
    .executeTakeFirst()
  return row !== undefined && !fulfils(row, score)
}

/**
 * Marks the course as completed if no required content is left. Two devices may complete the last two contents at
 * the same time and see only their own, so the enrolment is locked first and checked by a separate statement.
 */
async function finishCourse({ tx, school_id, actor, now }: Ctx, course_id: string, home_id: string) {
  await tx
    .selectFrom('enrolments')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('user_id', '=', actor.id)
    .select('user_id')
    .forNoKeyUpdate()
    .execute()
  const finished = await tx
    .updateTable('enrolments')
    .set({ completed_at: now, updated_at: now })
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('user_id', '=', actor.id)
    .where('completed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('contents as o')
            .leftJoin('content_progress as q', (on) =>
              on
                .onRef('q.school_id', '=', 'o.school_id')
                .onRef('q.content_id', '=', 'o.id')
                .on('q.user_id', '=', actor.id),
            )
            .where('o.school_id', '=', school_id)
            .where('o.course_id', '=', home_id)
            .where('o.is_published', '=', true)
            .where('o.is_optional', '=', false)
            .where('q.completed_at', 'is', null)
            .select('o.id'),
        ),
      ),
    )
    .returning('completed_at')
    .executeTakeFirst()
  return finished?.completed_at ?? null
}
