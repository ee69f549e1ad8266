import type { Ctx } from '#tenancy/context/request-context.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { listContentFiles, deleteContentData } from './delete-content-data.ts'
import {
  listContentIds,
  lockLesson,
  listLessonIds,
  lockOutlineOf,
  updateLessonPositions,
} from './outline-queries.ts'
import { incrementOutlineVersion } from './outline-version.ts'

/** Also deletes its contents and the students' progress in them. */
export async function deleteLesson(ctx: Ctx, { id }: Input<typeof contract.deleteLesson>) {
  const course = await lockOutlineOf(ctx, 'lessons', id)
  const lesson = await lockLesson(ctx, id)
  const { tx, school_id } = ctx
  const contents = await listContentIds(ctx, id)
  const files = await listContentFiles(ctx, contents)
  await tx.deleteFrom('contents').where('school_id', '=', school_id).where('lesson_id', '=', id).execute()
  await tx.deleteFrom('lessons').where('school_id', '=', school_id).where('id', '=', id).execute()
  await updateLessonPositions(ctx, await listLessonIds(ctx, course.id))
  await deleteContentData(ctx, contents, files)
  await incrementOutlineVersion(ctx, course.id)
  await ctx.audit('lesson.deleted', ['lesson', id], { title: lesson.title, contents: contents.length })
  if (course.course_is_public) ctx.invalidateSchool()
  return okReply
}
