import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { courseAssignments } from './course-assignments.ts'

/** Ignores people who are deleted or of another school, so that an outdated list still works. */
export async function assignPeople(
  ctx: Ctx,
  { faculty_id, add = [], remove = [] }: Input<typeof contract.assignPeople>,
): Promise<Reply<typeof contract.assignPeople>> {
  const { tx, school_id, now } = ctx
  await heldFaculty(ctx, faculty_id)
  const added = await sql`insert into faculty_members (school_id, faculty_id, user_id, created_at)
    select school_id, ${faculty_id}::uuid, id, ${now}::timestamptz from users
    where school_id = ${school_id}::uuid and id = any(${add}::uuid[]) and status <> 'removed'
    order by id on conflict do nothing`.execute(tx)
  const removed = await tx
    .deleteFrom('faculty_members')
    .where('school_id', '=', school_id)
    .where('faculty_id', '=', faculty_id)
    .where(sql<boolean>`user_id = any(${remove}::uuid[])`)
    .executeTakeFirst()
  const counts = { added: Number(added.numAffectedRows), removed: Number(removed.numDeletedRows) }
  if (counts.added + counts.removed > 0)
    await ctx.audit('faculty.people_updated', ['faculty', faculty_id], { ...counts, add, remove })
  return counts
}

export async function assignCourses(
  ctx: Ctx,
  { faculty_id, course_ids }: Input<typeof contract.assignCourses>,
): Promise<Reply<typeof contract.assignCourses>> {
  await heldFaculty(ctx, faculty_id)
  const assigned = await ctx.reactions.slot(courseAssignments).assign(ctx, { faculty_id, course_ids })
  if (assigned > 0)
    await ctx.audit('faculty.courses_added', ['faculty', faculty_id], { course_ids, assigned })
  ctx.invalidateSchool()
  return { assigned }
}

/** Shared lock, so that the faculty is not deleted before this commits. */
async function heldFaculty({ tx, school_id }: Ctx, id: string) {
  return ensureFound(
    await tx
      .selectFrom('faculties')
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .select('id')
      .forKeyShare()
      .executeTakeFirst(),
  )
}
