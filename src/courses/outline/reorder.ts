import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { done, type Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { sameMembers } from './list-order.ts'
import {
  contentIds,
  lessonIds,
  lockOutline,
  lockOutlineOf,
  placeContents,
  placeLessons,
} from './outline-queries.ts'
import { outlineChanged } from './outline-version.ts'

export async function reorderLessons(
  ctx: Ctx,
  { course_id, lesson_ids }: Input<typeof contract.reorderLessons>,
) {
  const course = await lockOutline(ctx, course_id)
  if (!sameMembers(await lessonIds(ctx, course_id), lesson_ids)) throw new Refusal('outline_changed')
  await placeLessons(ctx, lesson_ids)
  await outlineChanged(ctx, course.id)
  await ctx.audit('course.lessons_reordered', ['course', course_id])
  if (course.course_is_public) ctx.schoolChanged()
  return done
}

export async function reorderContents(
  ctx: Ctx,
  { lesson_id, content_ids }: Input<typeof contract.reorderContents>,
) {
  const course = await lockOutlineOf(ctx, 'lessons', lesson_id)
  if (!sameMembers(await contentIds(ctx, lesson_id), content_ids)) throw new Refusal('outline_changed')
  await placeContents(ctx, lesson_id, content_ids)
  await outlineChanged(ctx, course.id)
  await ctx.audit('lesson.contents_reordered', ['lesson', lesson_id])
  if (course.course_is_public) ctx.schoolChanged()
  return done
}
