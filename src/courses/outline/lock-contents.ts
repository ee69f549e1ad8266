import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { getEditableOutline } from './outline-queries.ts'
import { incrementOutlineVersion } from './outline-version.ts'

type Named = Input<typeof contract.lockContents>

export const lockContents = (ctx: Ctx, input: Named) => setLocked(ctx, input, true)
export const unlockContents = (ctx: Ctx, input: Named) => setLocked(ctx, input, false)

/** Returns the named contents, whether their lock changed or not. */
async function setLocked(ctx: Ctx, input: Named, is_locked: boolean) {
  const course = await getEditableOutline(ctx, input.course_id)
  const { tx, school_id } = ctx
  const ids = [...(input.content_ids ?? []), ...(input.content_id ? [input.content_id] : [])]
  const lesson = await tx
    .selectFrom('lessons')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course.id)
    .where('id', '=', input.lesson_id)
    .select('id')
    .executeTakeFirst()
  ensureFound(lesson)
  let update = tx
    .updateTable('contents')
    .set({ is_locked })
    .where('school_id', '=', school_id)
    .where('lesson_id', '=', input.lesson_id)
  const wholeLesson = input.content_ids === undefined && input.content_id === undefined
  if (!wholeLesson) update = update.where('id', 'in', ids.length ? ids : [input.lesson_id])
  const rows = await update.returning(['id', 'is_free_preview']).execute()
  // Contents outside of this lesson are refused.
  if (!wholeLesson && rows.length < new Set(ids).size) ensureFound(null)
  await incrementOutlineVersion(ctx, course.id)
  const content_ids = rows.map((row) => row.id)
  await ctx.audit(
    is_locked ? 'lesson.contents_locked' : 'lesson.contents_unlocked',
    ['lesson', input.lesson_id],
    { content_ids },
  )
  if (course.course_is_public || rows.some((row) => row.is_free_preview)) ctx.invalidateSchool()
  return { content_ids, is_locked }
}
