import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { insertAt } from './list-order.ts'
import { listContentIds, lockOutlineOf, updateContentPositions } from './outline-queries.ts'
import { incrementOutlineVersion } from './outline-version.ts'

/** Moves contents within their course; refuses if one was deleted or belongs to another course. */
export async function moveContents(ctx: Ctx, input: Input<typeof contract.moveContents>) {
  const { content_ids, lesson_id } = input
  const course = await lockOutlineOf(ctx, 'lessons', lesson_id)
  const moved = await ctx.tx
    .selectFrom('contents')
    .where('school_id', '=', ctx.school_id)
    .where('course_id', '=', course.id)
    .where('id', 'in', content_ids.length ? content_ids : [lesson_id])
    .select(['id', 'lesson_id'])
    .execute()
  if (moved.length !== content_ids.length) throw new Refusal('outline_conflict')

  const left = new Set(moved.map((content) => content.lesson_id).filter((id) => id !== lesson_id))
  await updateContentPositions(
    ctx,
    lesson_id,
    insertAt(await listContentIds(ctx, lesson_id), content_ids, input.position),
  )
  for (const id of left) await updateContentPositions(ctx, id, await listContentIds(ctx, id))
  await incrementOutlineVersion(ctx, course.id)
  await ctx.audit('lesson.contents_moved', ['lesson', lesson_id], { content_ids })
  if (course.course_is_public) ctx.invalidateSchool()
  return okReply
}
