import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, ensureFound } from '#platform/contract/refusal.ts'
import { mayEditOutline } from '../policy.ts'
import { lockCourses } from '../queries.ts'

export interface OutlineCourse {
  id: string
  course_is_public: boolean
}

/** Locks and returns a course whose outline the actor may edit. */
export async function lockOutline(ctx: Ctx, course_id: string): Promise<OutlineCourse> {
  await lockCourses(ctx, [course_id])
  return getEditableOutline(ctx, course_id)
}

/** The same without the lock, for changes that keep the order. */
export async function getEditableOutline(
  { tx, school_id, actor }: Ctx,
  course_id: string,
): Promise<OutlineCourse> {
  const row = await tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .where('id', '=', course_id)
    .where('deleted_at', 'is', null)
    .select(['id', 'course_is_public', 'course_teacher_id', 'created_by', 'mirror_course_id'])
    .executeTakeFirst()
  const course = ensureFound(row)
  ensureAllowed(mayEditOutline(actor, course))
  return course
}

/** The course of a lesson or content, which never changes. */
async function courseOf({ tx, school_id }: Ctx, table: 'lessons' | 'contents', id: string): Promise<string> {
  const row = await tx
    .selectFrom(table)
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .select('course_id')
    .executeTakeFirst()
  return ensureFound(row).course_id
}

/** Locks the course of a lesson or content, and checks that it still exists. */
export async function lockOutlineOf(
  ctx: Ctx,
  table: 'lessons' | 'contents',
  id: string,
): Promise<OutlineCourse> {
  const course = await lockOutline(ctx, await courseOf(ctx, table, id))
  await courseOf(ctx, table, id)
  return course
}

/** Locked, with the person who saved it last. */
export async function lockLesson({ tx, school_id }: Ctx, id: string) {
  const row = await tx
    .selectFrom('lessons as l')
    .leftJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'l.school_id').onRef('u.id', '=', 'l.updated_by'),
    )
    .where('l.school_id', '=', school_id)
    .where('l.id', '=', id)
    .selectAll('l')
    .select('u.name as updated_by_name')
    .forNoKeyUpdate('l')
    .executeTakeFirst()
  return ensureFound(row)
}

/** Locked, with the person who saved it last, and with its draft. */
export async function lockContent({ tx, school_id }: Ctx, id: string) {
  const row = await tx
    .selectFrom('contents as t')
    .leftJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 't.school_id').onRef('u.id', '=', 't.updated_by'),
    )
    .leftJoin('content_drafts as d', (on) =>
      on.onRef('d.school_id', '=', 't.school_id').onRef('d.content_id', '=', 't.id'),
    )
    .where('t.school_id', '=', school_id)
    .where('t.id', '=', id)
    .selectAll('t')
    .select(['u.name as updated_by_name', 'd.content_id as draft_of', 'd.title as draft_title'])
    .select(['d.body as draft_body', 'd.upload_id as draft_upload_id', 'd.embed_url as draft_embed_url'])
    .select(['d.duration_seconds as draft_duration_seconds', 'd.published_as'])
    .forNoKeyUpdate('t')
    .executeTakeFirst()
  return ensureFound(row)
}
export type EditedContent = Awaited<ReturnType<typeof lockContent>>

export async function listLessonIds({ tx, school_id }: Ctx, course_id: string) {
  const rows = await tx
    .selectFrom('lessons')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .orderBy('position')
    .orderBy('id')
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

export async function listContentIds({ tx, school_id }: Ctx, lesson_id: string) {
  const rows = await tx
    .selectFrom('contents')
    .where('school_id', '=', school_id)
    .where('lesson_id', '=', lesson_id)
    .orderBy('position')
    .orderBy('id')
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

const positionIn = (ids: string[]) => sql<number>`array_position(${ids}::uuid[], id) - 1`

/** Numbers a course's lessons from 0 in the given order; updates only changed positions. */
export async function updateLessonPositions({ tx, school_id }: Ctx, ids: string[]) {
  if (ids.length === 0) return
  await tx
    .updateTable('lessons')
    .set({ position: positionIn(ids) })
    .where('school_id', '=', school_id)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('position', 'is distinct from', positionIn(ids))
    .execute()
}

/** The same for the contents of a lesson; contents of other lessons move into it. */
export async function updateContentPositions({ tx, school_id }: Ctx, lesson_id: string, ids: string[]) {
  if (ids.length === 0) return
  await tx
    .updateTable('contents')
    .set({ position: positionIn(ids), lesson_id })
    .where('school_id', '=', school_id)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where((eb) =>
      eb.or([eb('position', 'is distinct from', positionIn(ids)), eb('lesson_id', '<>', lesson_id)]),
    )
    .execute()
}
