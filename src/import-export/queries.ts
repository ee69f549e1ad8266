import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, ensureFound } from '#platform/contract/refusal.ts'
import { mayEditCourse } from '#courses/index.ts'

/** Returns a course that the actor may edit and therefore copy. */
export async function findCourseForCopying({ tx, school_id, actor }: Ctx, id: string) {
  const row = await tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .selectAll()
    .executeTakeFirst()
  const course = ensureFound(row)
  ensureAllowed(mayEditCourse(actor, course))
  return course
}
