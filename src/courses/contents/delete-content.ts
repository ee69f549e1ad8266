import type { Ctx } from '#tenancy/context/request-context.ts'
import { done, type Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { filesOf, forgetContents } from '../outline/delete-content-data.ts'
import { contentForEditing, contentIds, lockOutlineOf, placeContents } from '../outline/outline-queries.ts'
import { outlineChanged } from '../outline/outline-version.ts'

/** What students have seen of it goes with it. */
export async function deleteContent(ctx: Ctx, { id }: Input<typeof contract.deleteContent>) {
  const course = await lockOutlineOf(ctx, 'contents', id)
  const content = await contentForEditing(ctx, id)
  const { tx, school_id } = ctx
  const files = await filesOf(ctx, [id])
  await tx.deleteFrom('contents').where('school_id', '=', school_id).where('id', '=', id).execute()
  await placeContents(ctx, content.lesson_id, await contentIds(ctx, content.lesson_id))
  await forgetContents(ctx, [id], files)
  await outlineChanged(ctx, course.id)
  await ctx.audit('content.deleted', ['content', id], { course_id: course.id, title: content.title })
  if (course.course_is_public && content.is_published) ctx.schoolChanged()
  return done
}
