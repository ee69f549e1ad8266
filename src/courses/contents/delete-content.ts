import type { Ctx } from '#tenancy/context/request-context.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { listContentFiles, deleteContentData } from '../outline/delete-content-data.ts'
import {
  lockContent,
  listContentIds,
  lockOutlineOf,
  updateContentPositions,
} from '../outline/outline-queries.ts'
import { incrementOutlineVersion } from '../outline/outline-version.ts'

/** Also deletes the students' progress in it. */
export async function deleteContent(ctx: Ctx, { id }: Input<typeof contract.deleteContent>) {
  const course = await lockOutlineOf(ctx, 'contents', id)
  const content = await lockContent(ctx, id)
  const { tx, school_id } = ctx
  const files = await listContentFiles(ctx, [id])
  await tx.deleteFrom('contents').where('school_id', '=', school_id).where('id', '=', id).execute()
  await updateContentPositions(ctx, content.lesson_id, await listContentIds(ctx, content.lesson_id))
  await deleteContentData(ctx, [id], files)
  await incrementOutlineVersion(ctx, course.id)
  await ctx.audit('content.deleted', ['content', id], { course_id: course.id, title: content.title })
  if ((course.course_is_public && content.is_published) || content.is_free_preview) ctx.invalidateSchool()
  return okReply
}
