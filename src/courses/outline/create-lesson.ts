import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from '../contract.ts'
import { insertAt } from './list-order.ts'
import { listLessonIds, lockOutline, updateLessonPositions } from './outline-queries.ts'
import { incrementOutlineVersion } from './outline-version.ts'

/** Maximum number of lessons, so that an outline fits one page. */
export const maxLessons = 300

export async function createLesson(ctx: Ctx, input: Input<typeof contract.createLesson>) {
  const course = await lockOutline(ctx, input.course_id)
  const before = await listLessonIds(ctx, course.id)
  if (before.length >= maxLessons) throw new Refusal('outline_limit_reached')

  const id = newId()
  const after = insertAt(before, [id], input.position)
  const lesson = await ctx.tx
    .insertInto('lessons')
    .values({
      school_id: ctx.school_id,
      id,
      course_id: course.id,
      title: input.title.trim(),
      lowest_tier: input.lowest_tier ?? null,
      position: after.indexOf(id),
      updated_by: ctx.actor.id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await updateLessonPositions(ctx, after)
  await incrementOutlineVersion(ctx, course.id)
  await ctx.audit('lesson.created', ['lesson', id], { course_id: course.id, title: lesson.title })
  if (course.course_is_public) ctx.invalidateSchool()
  return lesson
}
