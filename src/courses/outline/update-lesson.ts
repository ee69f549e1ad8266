import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { ensureUnchanged } from '../ensure-unchanged.ts'
import { nextUpdatedAt } from '../next-updated-at.ts'
import { getEditableOutline, lockLesson } from './outline-queries.ts'
import { incrementOutlineVersion } from './outline-version.ts'

export async function updateLesson(
  ctx: Ctx,
  { id, updated_at: expectedUpdatedAt, ...given }: Input<typeof contract.updateLesson>,
) {
  const lesson = await lockLesson(ctx, id)
  const course = await getEditableOutline(ctx, lesson.course_id)
  ensureUnchanged(lesson, expectedUpdatedAt)

  const { tx, school_id, actor, now } = ctx
  const saved = await tx
    .updateTable('lessons')
    .set({
      ...given,
      ...(given.title !== undefined && { title: given.title.trim() }),
      updated_at: nextUpdatedAt(now, lesson.updated_at),
      updated_by: actor.id,
    })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await incrementOutlineVersion(ctx, course.id)
  await ctx.audit('lesson.updated', ['lesson', id], { ...given })
  if (course.course_is_public) ctx.invalidateSchool()
  return saved
}
