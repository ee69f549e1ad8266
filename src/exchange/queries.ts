import type { Ctx } from '#platform/context.ts'
import { ensure, found } from '#platform/refusal.ts'
import { mayEditCourse } from '#courses/index.ts'

/** A course that the actor may edit, and may therefore copy. */
export async function courseForCopying({ tx, school_id, actor }: Ctx, id: string) {
  const row = await tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .selectAll()
    .executeTakeFirst()
  const course = found(row)
  ensure(mayEditCourse(actor, course))
  return course
}

/** Holds files until commit, so that none is thrown away while another thing comes to show it. */
export async function holdFiles({ tx, school_id }: Ctx, ids: string[]) {
  if (ids.length === 0) return
  await tx
    .selectFrom('uploads')
    .where('school_id', '=', school_id)
    .where('id', 'in', ids)
    .orderBy('id')
    .select('id')
    .forShare()
    .execute()
}
