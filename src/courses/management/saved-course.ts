import type { Ctx } from '#tenancy/context/request-context.ts'
import { found } from '#platform/contract/refusal.ts'
import { publicCourse, staffFields } from '../catalogue/course-view.ts'
import { courseWithAll } from '../queries.ts'

/** A course as its editor gets it back. */
export async function savedCourse(ctx: Ctx, id: string) {
  const row = found(await courseWithAll(ctx, id))
  return { ...publicCourse(row, ctx.actor, ctx.now), ...staffFields(row) }
}
