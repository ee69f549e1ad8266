import { sql } from 'kysely'
import { isEntitledSql } from '#course-access/index.ts'
import { compileOnce } from '#platform/database/compile-once.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

const origin = sql<string>`coalesce(c.mirror_course_id, c.id)`

/** The reader's progress in the course as JSON. Progress in a mirror belongs to the mirror. */
const progressOf = (user_id: string) => sql<StoredProgress[] | null>`(
  select json_agg(json_build_array(s.content_id, s.opened_at, s.completed_at, s.position_seconds, s.score))
  from content_progress s
  where s.school_id = c.school_id and s.course_id = ${origin} and s.user_id = ${user_id}::uuid)`

/** Content id, times of opening and completion (RFC 3339), last second of the player, and score. */
export type StoredProgress = [
  content_id: string,
  opened_at: string | null,
  completed_at: string | null,
  position_seconds: number | null,
  score: number | null,
]

interface ReadingValues {
  school_id: string
  course_id: string
  user_id: string
  /** null: the content opened last, else the first. */
  topic: string | null
  now: Date
}

/** The first content of the course, for a reader without progress. */
const firstContent = sql<string>`(
  select t.id from lessons l
  join contents t on t.school_id = l.school_id and t.lesson_id = l.id and t.is_published
  where l.school_id = c.school_id and l.course_id = ${origin}
  order by l.position, l.id, t.position, t.id limit 1)`

/**
 * Loads a course for its reader: course, outline version, enrolment, progress, and the content to open
 * (requested, last opened, or first) with file and position. One statement, because every page of the player
 * starts here.
 */
export async function findCourseForReading(
  { tx, school_id, actor, now }: Ctx,
  course_id: string,
  topic: string | null,
): Promise<ReadCourse | undefined> {
  const [row] = await readCourse(tx, { school_id, course_id, user_id: actor.id, topic, now })
  return row
}

const readCourse = compileOnce((tx, { school_id, course_id, user_id, topic, now }: ReadingValues) =>
  tx
    .selectFrom('courses as c')
    .leftJoin('enrolments as e', (on) =>
      on
        .onRef('e.school_id', '=', 'c.school_id')
        .onRef('e.course_id', '=', 'c.id')
        .on('e.user_id', '=', user_id),
    )
    .leftJoin('contents as t', (on) =>
      on
        .onRef('t.school_id', '=', 'c.school_id')
        .on('t.id', '=', sql<string>`coalesce(${topic}::uuid, e.last_topic_id, ${firstContent})`)
        .on('t.course_id', '=', origin),
    )
    .leftJoin('uploads as u', (on) =>
      on.onRef('u.school_id', '=', 't.school_id').onRef('u.id', '=', 't.upload_id'),
    )
    .leftJoin('content_progress as p', (on) =>
      on
        .onRef('p.school_id', '=', 't.school_id')
        .onRef('p.content_id', '=', 't.id')
        .on('p.user_id', '=', user_id),
    )
    .leftJoin('outline_versions as o', (on) =>
      on.onRef('o.school_id', '=', 'c.school_id').on('o.course_id', '=', origin),
    )
    .where('c.school_id', '=', school_id)
    .where('c.id', '=', course_id)
    .where('c.deleted_at', 'is', null)
    .select([
      'c.id',
      'c.course_name',
      'c.course_code',
      'c.layout_type',
      'c.compact_layout_content_background',
    ])
    .select(['c.course_calendly_link', 'c.is_coming_soon', 'c.enable_tiering', 'c.end_of_course_content_id'])
    .select(['c.end_of_course_content_message', 'c.mirror_course_id', 'c.updated_at', 'c.course_teacher_id'])
    .select(['c.created_by', 'c.course_is_public', 'c.show_content_title_to_unapproved', 'c.course_end_date'])
    .select(['c.course_start_date', 'c.allow_early_access'])
    .select(sql<string | null>`coalesce(c.banner_image, c.preview_image, c.background_image)`.as('image'))
    .select(['c.unapprove_all_students_on_end_date', 'e.status as enrolment_status', 'e.tier'])
    .select(['e.student_approval_end_date', 'e.last_topic_id', 'e.completed_at as course_completed_at'])
    .select(['e.approved_at', 'c.has_lock_exceptions', 'o.version as outline_version'])
    .select(isEntitledSql('e', now).as('is_entitled'))
    .select(['t.id as topic_id', 't.body', 't.embed_url', 't.upload_id', 't.created_at as topic_created_at'])
    .select(['t.type as topic_type', 't.completion_rule', 't.completion_percentage', 't.version'])
    .select(['t.reading_seconds', 'p.read_percentage', 'p.media_seconds', 'p.is_submitted'])
    .select(sql<number | null>`range_seconds(p.visible)`.as('visible_seconds'))
    .select(['u.file_name', 'u.content_type', 'u.size', 'p.position_at'])
    .select(sql<string | null>`p.watched::text`.as('watched'))
    .select(progressOf(user_id).as('stored_progress')),
)
export type ReadCourse = Awaited<ReturnType<typeof readCourse>>[number]

/**
 * Lessons with contents in order, equal for every reader; an empty lesson is one row without content. For editors
 * with drafts and unpublished contents.
 */
export function selectOutlineRows(
  { tx, school_id }: Ctx,
  course_id: string,
  { drafts }: { drafts: boolean },
) {
  return tx
    .selectFrom('lessons as l')
    .leftJoin('contents as t', (on) => {
      const inLesson = on.onRef('t.school_id', '=', 'l.school_id').onRef('t.lesson_id', '=', 'l.id')
      return drafts ? inLesson : inLesson.on('t.is_published', '=', true)
    })
    .where('l.school_id', '=', school_id)
    .where('l.course_id', '=', course_id)
    .orderBy('l.position')
    .orderBy('l.id')
    .orderBy('t.position')
    .orderBy('t.id')
    .select(['l.id as lesson_id', 'l.title as lesson_title', 'l.position as lesson_position'])
    .select([
      'l.lowest_tier as lesson_tier',
      'l.updated_at as lesson_updated_at',
      't.id',
      't.type',
      't.title',
    ])
    .select(['t.position', 't.duration_seconds', 't.is_published', 't.is_locked', 't.updated_at'])
    .select([
      't.lowest_tier',
      't.opens_at',
      't.opens_after_days',
      't.opens_after_content_id',
      't.opens_after_score',
      't.is_optional',
      't.is_free_preview',
    ])
    .select(['t.published_at', 't.new_students_since'])
    .execute()
}
export type SharedOutlineRow = Awaited<ReturnType<typeof selectOutlineRows>>[number]

/** A row of the outline for one reader. */
export interface OutlineRow extends SharedOutlineRow {
  opened_at: Date | null
  completed_at: Date | null
  position_seconds: number | null
  /** 0 to 100 in an assessment. */
  score: number | null
}

/** The open content, from a draft or a version. */
export interface ReadText {
  content_id: string
  /** Number of a version for new students. */
  number?: number
  title: string
  duration_seconds: number | null
  /** Not in a draft. */
  reading_seconds?: number
  /** Only for the open content. */
  body: string | null
  embed_url: string
  upload_id: string | null
  file_name: string | null
  content_type: string | null
  size: number | null
}

/** Drafts of a course's published contents; the full text of `topic` only. */
export async function selectDraftsForReading(
  { tx, school_id }: Ctx,
  course_id: string,
  topic: string | null,
) {
  return tx
    .selectFrom('content_drafts as d')
    .innerJoin('contents as t', (on) =>
      on.onRef('t.school_id', '=', 'd.school_id').onRef('t.id', '=', 'd.content_id'),
    )
    .leftJoin('uploads as u', (on) =>
      on.onRef('u.school_id', '=', 'd.school_id').onRef('u.id', '=', 'd.upload_id'),
    )
    .where('d.school_id', '=', school_id)
    .where('t.course_id', '=', course_id)
    .select(['d.content_id', 'd.title', 'd.duration_seconds', 'd.embed_url', 'd.upload_id', 'd.published_as'])
    .select(['u.file_name', 'u.content_type', 'u.size'])
    .select(sql<string | null>`case when d.content_id = ${topic} then d.body end`.as('body'))
    .execute()
}

/** Newest versions for new students that were published before this student's approval. */
export async function selectVersionsForReading(
  { tx, school_id }: Ctx,
  content_ids: string[],
  { approved_at, topic }: { approved_at: Date; topic: string | null },
) {
  return tx
    .selectFrom('content_versions as v')
    .leftJoin('uploads as u', (on) =>
      on.onRef('u.school_id', '=', 'v.school_id').onRef('u.id', '=', 'v.upload_id'),
    )
    .where('v.school_id', '=', school_id)
    .where('v.content_id', 'in', content_ids)
    .where('v.audience', '=', 'new_students')
    .where('v.published_at', '<=', approved_at)
    .distinctOn('v.content_id')
    .orderBy('v.content_id')
    .orderBy('v.number', 'desc')
    .select(['v.content_id', 'v.title', 'v.duration_seconds', 'v.embed_url', 'v.upload_id', 'v.number'])
    .select('v.reading_seconds')
    .select(['u.file_name', 'u.content_type', 'u.size'])
    .select(sql<string | null>`case when v.content_id = ${topic} then v.body end`.as('body'))
    .execute()
}
