import type { Ctx } from '#tenancy/context/request-context.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { listContentFiles, deleteContentData } from '../outline/delete-content-data.ts'
import { listContentIds, lockOutline, updateContentPositions } from '../outline/outline-queries.ts'
import { incrementOutlineVersion } from '../outline/outline-version.ts'

/** Also deletes the students' progress in them. */
export async function deleteContents(ctx: Ctx, input: Input<typeof contract.deleteContents>) {
  const course = await lockOutline(ctx, input.course_id)
  const { tx, school_id } = ctx
  const rows = await tx
    .selectFrom('contents')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course.id)
    .where('id', 'in', input.content_ids)
    .select(['id', 'lesson_id', 'title', 'is_published', 'is_free_preview'])
    .execute()
  if (rows.length === 0) return okReply
  const ids = rows.map((row) => row.id)
  const files = await listContentFiles(ctx, ids)
  await tx.deleteFrom('contents').where('school_id', '=', school_id).where('id', 'in', ids).execute()
  for (const lesson_id of new Set(rows.map((row) => row.lesson_id)))
    await updateContentPositions(ctx, lesson_id, await listContentIds(ctx, lesson_id))
  await deleteContentData(ctx, ids, files)
  await incrementOutlineVersion(ctx, course.id)
  await ctx.audit('course.contents_deleted', ['course', course.id], { titles: rows.map((row) => row.title) })
  const isVisible = course.course_is_public && rows.some((row) => row.is_published)
  if (isVisible || rows.some((row) => row.is_free_preview)) ctx.invalidateSchool()
  return okReply
}
