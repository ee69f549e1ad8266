import type { Insertable, Selectable } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { json } from '#platform/database/database.server.ts'
import type { Contents } from '#platform/database/database-types.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import { lockFiles } from '#uploads/index.ts'
import { recordTextFiles } from '../text-files/text-files.ts'
import type * as contract from '../contract.ts'
import { countContents, maxContents } from './create-content.ts'
import { contentsCopied } from '../events.ts'
import { maxLessons } from '../outline/create-lesson.ts'
import { insertAt } from '../outline/list-order.ts'
import {
  listContentIds,
  listLessonIds,
  lockOutline,
  lockOutlineOf,
  updateContentPositions,
  updateLessonPositions,
} from '../outline/outline-queries.ts'
import { incrementOutlineVersion } from '../outline/outline-version.ts'

export async function duplicateContent(ctx: Ctx, { id, title }: Input<typeof contract.duplicateContent>) {
  const course = await lockOutlineOf(ctx, 'contents', id)
  const copies = await copyBehind(ctx, course.id, { ids: [id], title })
  await ctx.audit('content.duplicated', ['content', copies.get(id)!], { from: id })
  return { id: copies.get(id)! }
}

/** All or none: refuses if one of the contents was deleted meanwhile. */
export async function duplicateContents(
  ctx: Ctx,
  { course_id, content_ids }: Input<typeof contract.duplicateContents>,
) {
  const course = await lockOutline(ctx, course_id)
  const copies = await copyBehind(ctx, course.id, { ids: content_ids })
  if (copies.size !== content_ids.length) throw new Refusal('outline_conflict')
  await ctx.audit('course.contents_duplicated', ['course', course.id], { content_ids })
  return { content_ids: content_ids.map((id) => copies.get(id)!) }
}

export async function duplicateLesson(ctx: Ctx, { id, title }: Input<typeof contract.duplicateLesson>) {
  const course = await lockOutlineOf(ctx, 'lessons', id)
  const { tx, school_id, actor, now } = ctx
  const lesson = ensureFound(
    await tx
      .selectFrom('lessons')
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst(),
  )
  const lessons = await listLessonIds(ctx, course.id)
  if (lessons.length >= maxLessons) throw new Refusal('outline_limit_reached')
  const copy_id = newId()
  const after = insertAt(lessons, [copy_id], lessons.indexOf(id) + 1)
  const dates = { created_at: now, updated_at: now, updated_by: actor.id }
  const position = after.indexOf(copy_id)
  await tx
    .insertInto('lessons')
    .values({ ...lesson, ...dates, id: copy_id, title: title?.trim() || lesson.title, position })
    .execute()
  await updateLessonPositions(ctx, after)
  const originals = await listContentIds(ctx, id)
  const copies = await copyContents(ctx, course.id, { ids: originals, change: { lesson_id: copy_id } })
  await incrementOutlineVersion(ctx, course.id)
  await ctx.audit('lesson.duplicated', ['lesson', copy_id], { from: id })
  if (course.course_is_public) ctx.invalidateSchool()
  return { id: copy_id, content_ids: originals.map((original) => copies.get(original)!) }
}

/** Inserts each copy behind its original, in any lesson. */
async function copyBehind(
  ctx: Ctx,
  course_id: string,
  { ids, title }: { ids: string[]; title?: string | undefined },
) {
  const change = title === undefined ? {} : { title: title.trim() }
  const copies = await copyContents(ctx, course_id, { ids, change })
  const { tx, school_id } = ctx
  const rows = await tx
    .selectFrom('contents')
    .where('school_id', '=', school_id)
    .where('id', 'in', [...copies.keys()].length ? [...copies.keys()] : [course_id])
    .select(['id', 'lesson_id'])
    .execute()
  const added = new Set(copies.values())
  for (const lesson_id of new Set(rows.map((row) => row.lesson_id))) {
    const before = (await listContentIds(ctx, lesson_id)).filter((id) => !added.has(id))
    await updateContentPositions(
      ctx,
      lesson_id,
      before.flatMap((id) => [id, ...(copies.has(id) ? [copies.get(id)!] : [])]),
    )
  }
  await incrementOutlineVersion(ctx, course_id)
  return copies
}

/**
 * Copies contents of one course; returns copies by original id. Copies are drafts with the same files.
 * Prerequisites that are copied too point to their copies.
 */
async function copyContents(
  ctx: Ctx,
  course_id: string,
  { ids, change }: { ids: string[]; change: { lesson_id?: string; title?: string } },
) {
  const { tx, school_id, actor, now } = ctx
  if (ids.length === 0) return new Map<string, string>()
  const originals = await tx
    .selectFrom('contents')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('id', 'in', ids)
    .selectAll()
    .execute()
  await ensureRoom(ctx, course_id, originals.length)
  await lockFiles(
    ctx,
    originals.flatMap(({ upload_id }) => (upload_id ? [upload_id] : [])),
  )
  const copies = new Map(originals.map(({ id }) => [id, newId()]))
  const bodies = await recordTextFiles(
    ctx,
    originals.map(({ id, body }) => ({ content_id: copies.get(id)!, body })),
  )
  const rows = originals.map((original, at) => ({
    ...unpublished(original),
    body: bodies[at]!,
    ...change,
    id: copies.get(original.id)!,
    opens_after_content_id:
      copies.get(original.opens_after_content_id ?? '') ?? original.opens_after_content_id,
    created_at: now,
    updated_at: now,
    updated_by: actor.id,
  }))
  if (rows.length) await tx.insertInto('contents').values(rows).execute()
  await copyCaptions(ctx, copies)
  await emitCopies(ctx, course_id, copies)
  return copies
}

/** Other domains copy what belongs to the contents. */
async function emitCopies(ctx: Ctx, course_id: string, copies: ReadonlyMap<string, string>) {
  const pairs = [...copies].map(([from_content_id, to_content_id]) => ({ from_content_id, to_content_id }))
  await ctx.emit(contentsCopied, { copies: pairs.map((pair) => ({ ...pair, course_id })) })
}

async function copyCaptions(ctx: Ctx, copies: Map<string, string>) {
  const { tx, school_id, actor, now } = ctx
  if (copies.size === 0) return
  const captions = await tx
    .selectFrom('content_captions')
    .where('school_id', '=', school_id)
    .where('content_id', 'in', [...copies.keys()])
    .selectAll()
    .execute()
  await lockFiles(
    ctx,
    captions.map((caption) => caption.upload_id),
  )
  const rows = captions.map((caption) => ({
    ...caption,
    id: newId(),
    content_id: copies.get(caption.content_id)!,
    cues: json(caption.cues),
    created_by: actor.id,
    created_at: now,
  }))
  if (rows.length) await tx.insertInto('content_captions').values(rows).execute()
}

/** A copy has no versions and is hidden until its author publishes it. */
/** The database computes `reading_seconds`. */
const unpublished = ({
  reading_seconds: _computed,
  ...original
}: Selectable<Contents>): Insertable<Contents> => ({
  ...original,
  is_published: false,
  version: null,
  published_at: null,
  new_students_since: null,
})

async function ensureRoom(ctx: Ctx, course_id: string, more: number) {
  if ((await countContents(ctx, course_id)) + more > maxContents) throw new Refusal('outline_limit_reached')
}
