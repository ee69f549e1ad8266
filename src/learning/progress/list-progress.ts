import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { publicMediaUrl } from '#uploads/index.ts'
import type * as contract from '../contract.ts'
import { getStudent, nameOrEmailContains } from '../enrolments/student-queries.ts'
import { mayManageStudents, mayReadStudent } from '../policy.ts'
import { findStoredEnrolment, getCourseRules, selectApprovedStudents } from '../queries.ts'
import { contentProgressView } from './content-progress-view.ts'
import type { ProgressState } from './progress-shapes.ts'

const outlineOrder = ['lesson_position', 'lesson_id', 'position', 'content_id'] as const
type OutlineKey = Record<(typeof outlineOrder)[number], string | number>
const keyOf = (row: OutlineKey) => outlineOrder.map((name) => row[name])

/** The published contents of a course in order; for a mirror those of its origin. */
function publishedContents({ tx, school_id }: Ctx, course_id: string) {
  return tx
    .selectFrom('courses as c')
    .innerJoin('lessons as l', (on) =>
      on
        .onRef('l.school_id', '=', 'c.school_id')
        .on('l.course_id', '=', sql<string>`coalesce(c.mirror_course_id, c.id)`),
    )
    .innerJoin('contents as t', (on) =>
      on.onRef('t.school_id', '=', 'l.school_id').onRef('t.lesson_id', '=', 'l.id'),
    )
    .where('c.school_id', '=', school_id)
    .where('c.id', '=', course_id)
    .where('t.is_published', '=', true)
    .select(['l.position as lesson_position', 'l.id as lesson_id', 'l.title as lesson_title'])
    .select(['t.position', 't.id as content_id', 't.title', 't.type', 't.is_optional'])
    .select(['t.duration_seconds', 't.reading_seconds'])
}

const progressColumns = [
  'p.opened_at',
  'p.updated_at',
  'p.read_percentage',
  'p.media_seconds',
  'p.completed_at',
] as const
const visibleSeconds = sql<number | null>`range_seconds(p.visible)`.as('visible_seconds')
const watchedSeconds = sql<number | null>`range_seconds(p.watched)`.as('watched_seconds')

/** A student's way through a course: each published content with the time spent and the state. */
export async function listStudentProgress(
  ctx: Ctx,
  { student_id, course_id, ...page }: Input<typeof contract.listStudentProgress>,
): Promise<Reply<typeof contract.listStudentProgress>> {
  ensureAllowed(mayReadStudent(ctx.actor, student_id))
  const course = await getCourseRules(ctx, course_id)
  if (ctx.actor.id !== student_id) {
    ensureAllowed(mayManageStudents(ctx.actor, course))
    await getStudent(ctx, student_id)
  }
  const enrolment = await findStoredEnrolment(ctx, course_id, student_id)
  if (!enrolment) throw new Refusal('not_enrolled')
  const contents = publishedContents(ctx, course_id)
    .leftJoin('content_progress as p', (on) =>
      on
        .onRef('p.school_id', '=', 't.school_id')
        .onRef('p.content_id', '=', 't.id')
        .on('p.user_id', '=', student_id),
    )
    .select(progressColumns)
    .select([visibleSeconds, watchedSeconds])
  const { data, next_cursor } = await paginateByKeyset(
    ctx.tx.selectFrom(contents.as('content')).selectAll(),
    {
      ...page,
      by: [...outlineOrder],
      direction: 'asc',
      key: keyOf,
      limit: page.limit,
      cursor: page.cursor,
    },
  )
  return { data: data.map((row) => ({ ...row, ...contentProgressView(row) })), next_cursor }
}

/** How many approved students have not started, started and completed each content. */
export async function listCourseProgress(
  ctx: Ctx,
  { course_id, limit, cursor }: Input<typeof contract.listCourseProgress>,
): Promise<Reply<typeof contract.listCourseProgress>> {
  ensureAllowed(mayManageStudents(ctx.actor, await getCourseRules(ctx, course_id)))
  const contents = publishedContents(ctx, course_id)
  const { data, next_cursor } = await paginateByKeyset(
    ctx.tx.selectFrom(contents.as('content')).selectAll(),
    { by: [...outlineOrder], direction: 'asc', key: keyOf, limit, cursor },
  )
  const counts = await countStates(
    ctx,
    course_id,
    data.map((row) => row.content_id),
  )
  return { data: data.map((row) => ({ ...row, ...counts(row.content_id) })), next_cursor }
}

async function countStates(ctx: Ctx, course_id: string, content_ids: string[]) {
  const { tx, school_id } = ctx
  const students = await selectApprovedStudents(ctx, course_id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = content_ids.length
    ? await tx
        .selectFrom('content_progress as p')
        .innerJoin(selectApprovedStudents(ctx, course_id).select('u.id').as('s'), 's.id', 'p.user_id')
        .where('p.school_id', '=', school_id)
        .where('p.content_id', 'in', content_ids)
        .groupBy('p.content_id')
        .select(({ fn }) => ['p.content_id', fn.count<number>('p.completed_at').as('completed')])
        .select(
          sql<number>`count(*) filter (where p.completed_at is null and p.opened_at is not null)`.as(
            'started',
          ),
        )
        .execute()
    : []
  const byContent = new Map(rows.map((row) => [row.content_id, row]))
  return (content_id: string) => {
    const { completed = 0, started = 0 } = byContent.get(content_id) ?? {}
    return { completed, started, not_started: Math.max(0, students.count - completed - started) }
  }
}

/** The approved students of a course with their progress in one content. */
export async function listContentProgress(
  ctx: Ctx,
  { content_id, course_id, state, search, limit, cursor }: Input<typeof contract.listContentProgress>,
): Promise<Reply<typeof contract.listContentProgress>> {
  const content = await contentOfCourse(ctx, content_id, course_id ?? null)
  ensureAllowed(mayManageStudents(ctx.actor, await getCourseRules(ctx, content.course_id)))
  const students = selectApprovedStudents(ctx, content.course_id)
    .leftJoin('content_progress as p', (on) =>
      on
        .onRef('p.school_id', '=', 'e.school_id')
        .onRef('p.user_id', '=', 'e.user_id')
        .on('p.content_id', '=', content_id),
    )
    .$if(Boolean(search?.trim()), (query) => query.where(nameOrEmailContains(search!)))
    .$if(state !== undefined, (query) => query.where(inState(state!)))
    .select(['u.id as student_id', 'u.name', 'u.email', 'u.avatar_upload_id'])
    .select(progressColumns)
    .select([visibleSeconds, watchedSeconds])
  const { data, next_cursor } = await paginateByKeyset(
    ctx.tx.selectFrom(students.as('student')).selectAll(),
    {
      by: ['name', 'student_id'],
      direction: 'asc',
      key: (row) => [row.name, row.student_id],
      limit,
      cursor,
    },
  )
  return {
    data: data.map((row) => ({
      ...row,
      avatar_url: row.avatar_upload_id && publicMediaUrl(row.avatar_upload_id),
      ...contentProgressView({ ...content, ...row }),
    })),
    next_cursor,
  }
}

const inState = (state: ProgressState) =>
  ({
    completed: sql<boolean>`p.completed_at is not null`,
    started: sql<boolean>`p.completed_at is null and p.opened_at is not null`,
    not_started: sql<boolean>`p.completed_at is null and p.opened_at is null`,
  })[state]

/** A published content, and the course whose students are meant: its own, or a mirror that is named. */
async function contentOfCourse({ tx, school_id }: Ctx, content_id: string, course_id: string | null) {
  return ensureFound(
    await tx
      .selectFrom('contents as t')
      .innerJoin('courses as c', (on) =>
        on
          .onRef('c.school_id', '=', 't.school_id')
          .on('c.id', '=', sql<string>`coalesce(${course_id}::uuid, t.course_id)`)
          .on('t.course_id', '=', sql<string>`coalesce(c.mirror_course_id, c.id)`),
      )
      .where('t.school_id', '=', school_id)
      .where('t.id', '=', content_id)
      .where('t.is_published', '=', true)
      .select(['c.id as course_id', 't.type', 't.duration_seconds', 't.reading_seconds'])
      .executeTakeFirst(),
  )
}
