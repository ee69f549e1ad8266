import { sql } from 'kysely'
import { ensureAllowed, ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { mayEditCourse } from '../policy.ts'
import { blockingIssues, courseWarnings } from './publish-issues.ts'

type Check = Reply<typeof contract.checkPublishing>
type Issue = Check['issues'][number]

const maxItems = 10
const maxCount = 1_000

/** Lists what prevents a course from being published, and what its students would miss. One statement for each kind. */
export async function checkPublishing(
  ctx: Ctx,
  { id }: Input<typeof contract.checkPublishing>,
): Promise<Check> {
  const course = await findCheckedCourse(ctx, id)
  ensureAllowed(mayEditCourse(ctx.actor, course))
  const outline_course_id = course.mirror_course_id ?? id
  const blocking = blockingIssues(course, await countPublishedLessons(ctx, outline_course_id))
  const unpublished = await listUnpublishedLessons(ctx, outline_course_id)
  const empty = await listEmptySections(ctx, outline_course_id)
  const issues: Issue[] = [
    ...blocking.map((code) => ofCourse(code, true)),
    ...ofItems('unpublished_lessons', 'content', unpublished),
    // A section whose lessons are all unpublished is not empty to its teacher, and the line before names them.
    ...ofItems('empty_sections', 'lesson', empty),
    ...courseWarnings(course, ctx.now).map((code) => ofCourse(code, false)),
  ]
  return {
    course_isPublic: course.course_is_public,
    may_publish: blocking.length === 0,
    unpublished_count: unpublished.count,
    outline_course_id,
    issues,
  }
}

const findCheckedCourse = async ({ tx, school_id }: Ctx, id: string) =>
  ensureFound(
    await tx
      .selectFrom('courses')
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .select([
        'course_is_public',
        'is_coming_soon',
        'is_hidden',
        'price',
        'enable_tiering',
        'mirror_course_id',
      ])
      .select([
        'short_description',
        'course_description',
        'preview_image',
        'banner_image',
        'background_image',
      ])
      .select(['course_teacher_id', 'created_by', 'course_end_date'])
      .executeTakeFirst(),
  )

/** Refuses to make a course public that has nothing to learn. */
export async function ensureMayPublish(
  ctx: Ctx,
  course: { id: string; is_coming_soon: boolean; mirror_course_id: string | null },
) {
  const lessons = await countPublishedLessons(ctx, course.mirror_course_id ?? course.id)
  const blocking = blockingIssues(course, lessons)
  if (blocking.length > 0) throw new Refusal('course_not_ready', { extra: { issues: blocking } })
}

const ofCourse = (code: Issue['code'], is_blocking: boolean): Issue => ({
  code,
  is_blocking,
  count: 1,
  items: [],
})

function ofItems(code: Issue['code'], kind: Issue['items'][number]['kind'], { count, rows }: Found): Issue[] {
  if (count === 0) return []
  return [{ code, is_blocking: false, count, items: rows.map((row) => ({ kind, ...row })) }]
}

interface Found {
  count: number
  rows: { id: string; title: string }[]
}

/** Counts at most one: the question is whether there is a lesson to learn. */
async function countPublishedLessons({ tx, school_id }: Ctx, course_id: string) {
  const row = await tx
    .selectFrom('contents')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('is_published', '=', true)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row ? 1 : 0
}

/** Lessons that were never published or have changes that nobody sees, in the order of the outline. */
async function listUnpublishedLessons(ctx: Ctx, course_id: string): Promise<Found> {
  const { tx, school_id } = ctx
  const rows = await tx
    .selectFrom('contents as t')
    .innerJoin('lessons as l', (on) =>
      on.onRef('l.school_id', '=', 't.school_id').onRef('l.id', '=', 't.lesson_id'),
    )
    .leftJoin('content_drafts as d', (on) =>
      on
        .onRef('d.school_id', '=', 't.school_id')
        .onRef('d.content_id', '=', 't.id')
        .on('d.published_as', 'is', null),
    )
    .where('t.school_id', '=', school_id)
    .where('t.course_id', '=', course_id)
    .where(({ or, eb }) => or([eb('t.is_published', '=', false), eb('d.content_id', 'is not', null)]))
    .orderBy('l.position')
    .orderBy('t.position')
    .limit(maxCount)
    .select(['t.id', sql<string>`coalesce(d.title, t.title)`.as('title')])
    .execute()
  return { count: rows.length, rows: rows.slice(0, maxItems) }
}

/** Sections without any lesson, in the order of the outline. */
async function listEmptySections(ctx: Ctx, course_id: string): Promise<Found> {
  const { tx, school_id } = ctx
  const rows = await tx
    .selectFrom('lessons as l')
    .where('l.school_id', '=', school_id)
    .where('l.course_id', '=', course_id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('contents as t')
            .whereRef('t.school_id', '=', 'l.school_id')
            .whereRef('t.course_id', '=', 'l.course_id')
            .whereRef('t.lesson_id', '=', 'l.id')
            .select('t.id'),
        ),
      ),
    )
    .orderBy('l.position')
    .limit(maxCount)
    .select(['l.id', 'l.title'])
    .execute()
  return { count: rows.length, rows: rows.slice(0, maxItems) }
}
