import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { hasSameMembers } from './list-order.ts'
import {
  listContentIds,
  listLessonIds,
  lockOutline,
  lockOutlineOf,
  updateContentPositions,
  updateLessonPositions,
} from './outline-queries.ts'
import { incrementOutlineVersion } from './outline-version.ts'

export async function reorderLessons(
  ctx: Ctx,
  { course_id, lesson_ids }: Input<typeof contract.reorderLessons>,
) {
  const course = await lockOutline(ctx, course_id)
  if (!hasSameMembers(await listLessonIds(ctx, course_id), lesson_ids)) throw new Refusal('outline_conflict')
  await updateLessonPositions(ctx, lesson_ids)
  await incrementOutlineVersion(ctx, course.id)
  await ctx.audit('course.lessons_reordered', ['course', course_id])
  if (course.course_is_public) ctx.invalidateSchool()
  return okReply
}

export async function reorderContents(
  ctx: Ctx,
  { lesson_id, content_ids }: Input<typeof contract.reorderContents>,
) {
  const course = await lockOutlineOf(ctx, 'lessons', lesson_id)
  if (!hasSameMembers(await listContentIds(ctx, lesson_id), content_ids))
    throw new Refusal('outline_conflict')
  await updateContentPositions(ctx, lesson_id, content_ids)
  await incrementOutlineVersion(ctx, course.id)
  await ctx.audit('lesson.contents_reordered', ['lesson', lesson_id])
  if (course.course_is_public) ctx.invalidateSchool()
  return okReply
}
