import { sql } from 'kysely'
import { isEntitledSql } from '#course-access/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { MayOpenContent } from '#uploads/index.ts'
import { enrolmentFromRow } from '../catalogue/course-view.ts'
import { getLockExceptions } from './lock-exceptions.ts'
import { findLock } from './locks.ts'
import { contentAccess } from '../policy.ts'

type OpeningCtx = Pick<Ctx, 'tx' | 'school_id' | 'actor' | 'now'>

/** Whether files of the content may be read, by the same rules as the content. */
export const mayOpenContent: MayOpenContent = async (ctx, { content_id, course_id }) => {
  try {
    return (await isOpenToReader(ctx, content_id, course_id)).open
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/**
 * Whether the actor may open a content now, and the course through which: its own, or a named mirror. Same rules
 * as `getCourseContents`, with this content's rows only.
 */
export async function isOpenToReader(ctx: OpeningCtx, content_id: string, through: string | undefined) {
  const row = ensureFound(await contentToOpen(ctx, content_id, through))
  const { actor, now } = ctx
  const enrolment = enrolmentFromRow(row)
  const verdict = contentAccess(actor, { course: row, enrolment, now, creator_preview: false })
  if (!verdict.allowed) throw new Refusal(verdict.code)
  const { course_id } = row
  if (verdict.access === 'edit') return { course_id, open: true }
  // Titles give no access, and students do not see drafts.
  if (verdict.access === 'titles' || !row.is_published) throw new Refusal('not_found')
  const exceptions = row.has_lock_exceptions ? await getLockExceptions(ctx, course_id, actor.id) : []
  return { course_id, open: findLock(row, { ...row, now, exceptions }) === null }
}

/** `fulfils` in SQL: `b` is the prerequisite of `t`, and `q` the reader's progress in it. */
const hasOpenPrerequisite = sql<boolean>`b.id is not null and case
  when t.opens_after_score is null then q.completed_at is null
  else coalesce(q.score, -1) < t.opens_after_score end`

/** The content with its course, the reader's enrolment and progress, and the state of its prerequisite. */
function contentToOpen(
  { tx, school_id, actor, now }: OpeningCtx,
  content_id: string,
  through: string | undefined,
) {
  return tx
    .selectFrom('contents as t')
    .innerJoin('lessons as l', (on) =>
      on.onRef('l.school_id', '=', 't.school_id').onRef('l.id', '=', 't.lesson_id'),
    )
    .innerJoin('courses as c', (on) =>
      on
        .onRef('c.school_id', '=', 't.school_id')
        .on('c.id', '=', sql<string>`coalesce(${through ?? null}::uuid, t.course_id)`)
        .on('t.course_id', '=', sql<string>`coalesce(c.mirror_course_id, c.id)`)
        .on('c.deleted_at', 'is', null),
    )
    .leftJoin('enrolments as e', (on) =>
      on
        .onRef('e.school_id', '=', 'c.school_id')
        .onRef('e.course_id', '=', 'c.id')
        .on('e.user_id', '=', actor.id),
    )
    .leftJoin('content_progress as p', (on) =>
      on
        .onRef('p.school_id', '=', 't.school_id')
        .onRef('p.content_id', '=', 't.id')
        .on('p.user_id', '=', actor.id),
    )
    .leftJoin('contents as b', (on) =>
      on
        .onRef('b.school_id', '=', 't.school_id')
        .onRef('b.id', '=', 't.opens_after_content_id')
        // A prerequisite that students cannot see is ignored.
        .on('b.is_published', '=', true),
    )
    .leftJoin('content_progress as q', (on) =>
      on
        .onRef('q.school_id', '=', 'b.school_id')
        .onRef('q.content_id', '=', 'b.id')
        .on('q.user_id', '=', actor.id),
    )
    .where('t.school_id', '=', school_id)
    .where('t.id', '=', content_id)
    .select(['t.id', 't.is_published', 't.is_locked', 't.opens_at', 't.opens_after_days', 'p.completed_at'])
    .select(sql<number | null>`greatest(t.lowest_tier, l.lowest_tier)`.as('lowest_tier'))
    .select(hasOpenPrerequisite.as('has_open_prerequisite'))
    .select(['c.id as course_id', 'c.course_teacher_id', 'c.created_by', 'c.course_is_public'])
    .select(['c.is_coming_soon', 'c.show_content_title_to_unapproved', 'c.course_end_date'])
    .select(['c.course_start_date', 'c.allow_early_access'])
    .select(['c.unapprove_all_students_on_end_date', 'c.enable_tiering', 'c.has_lock_exceptions'])
    .select(['e.status as enrolment_status', 'e.student_approval_end_date', 'e.approved_at', 'e.tier'])
    .select(isEntitledSql('e', now).as('is_entitled'))
    .executeTakeFirst()
}
