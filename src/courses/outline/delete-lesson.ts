import type { Ctx } from '#tenancy/context/request-context.ts'
import { done, type Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { filesOf, forgetContents } from './delete-content-data.ts'
import { contentIds, lessonForEditing, lessonIds, lockOutlineOf, placeLessons } from './outline-queries.ts'
import { outlineChanged } from './outline-version.ts'

/** Its contents go with it, and with them what students have seen of them. */
export async function deleteLesson(ctx: Ctx, { id }: Input<typeof contract.deleteLesson>) {
  const course = await lockOutlineOf(ctx, 'lessons', id)
  const lesson = await lessonForEditing(ctx, id)
  const { tx, school_id } = ctx
  const contents = await contentIds(ctx, id)
  const files = await filesOf(ctx, contents)
  await tx.deleteFrom('contents').where('school_id', '=', school_id).where('lesson_id', '=', id).execute()
  await tx.deleteFrom('lessons').where('school_id', '=', school_id).where('id', '=', id).execute()
  await placeLessons(ctx, await lessonIds(ctx, course.id))
  await forgetContents(ctx, contents, files)
  await outlineChanged(ctx, course.id)
  await ctx.audit('lesson.deleted', ['lesson', id], { title: lesson.title, contents: contents.length })
  if (course.course_is_public) ctx.schoolChanged()
  return done
}
