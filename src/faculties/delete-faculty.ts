import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, ensureFound } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { courseAssignments } from './course-assignments.ts'
import { mayAddDepartments, mayDelete } from './policy.ts'
import { selectDepartments, lockFaculties } from './queries.ts'

/** Moves everything in the faculty to another one, or leaves it in the school without a faculty. */
export async function deleteFaculty(
  ctx: Ctx,
  { faculty_id, move_to, leave_without_faculty }: Input<typeof contract.deleteFaculty>,
) {
  const { tx, school_id } = ctx
  const all = await lockFaculties(ctx)
  const { name } = ensureFound(all.find((faculty) => faculty.id === faculty_id))
  const target = move_to === undefined ? null : ensureFound(all.find((other) => other.id === move_to)).id
  if (target === faculty_id) ensureFound(null)
  // Waits for transactions that add a course or person to it, so that the next statements see them.
  await tx
    .selectFrom('faculties')
    .where('school_id', '=', school_id)
    .where('id', '=', faculty_id)
    .select('id')
    .forUpdate()
    .execute()
  const held = await heldBy(ctx, faculty_id)
  ensureAllowed(mayDelete(held, target ? 'elsewhere' : leave_without_faculty ? 'nowhere' : null))

  if (target) await moveAll(ctx, faculty_id, target)
  else await leaveAll(ctx, faculty_id)
  await tx
    .deleteFrom('faculty_members')
    .where('school_id', '=', school_id)
    .where('faculty_id', '=', faculty_id)
    .execute()
  await tx.deleteFrom('faculties').where('school_id', '=', school_id).where('id', '=', faculty_id).execute()
  await ctx.audit('faculty.deleted', ['faculty', faculty_id], { name, ...held, moved_to: target })
  ctx.invalidateSchool()
  return okReply
}

async function heldBy({ tx, school_id }: Ctx, faculty_id: string) {
  const count = (table: 'departments' | 'courses' | 'faculty_members') =>
    sql<number>`(select count(*)::int from ${sql.table(table)} where school_id = ${school_id}
      and faculty_id = ${faculty_id})`
  return tx
    .selectNoFrom([
      count('departments').as('departments'),
      count('courses').as('courses'),
      count('faculty_members').as('people'),
    ])
    .executeTakeFirstOrThrow()
}

/** Departments of the same name are merged. */
async function moveAll(ctx: Ctx, from: string, to: string) {
  const { tx, school_id } = ctx
  const courses = ctx.reactions.slot(courseAssignments)
  const [mine, theirs] = [
    await selectDepartments(ctx, [from]).execute(),
    await selectDepartments(ctx, [to]).execute(),
  ]
  const idsByName = new Map(theirs.map((department) => [department.name.toLowerCase(), department.id]))
  const fresh = mine.filter((department) => !idsByName.has(department.name.toLowerCase()))
  ensureAllowed(mayAddDepartments(theirs.length, fresh.length))
  for (const { id, name } of mine) {
    const same = idsByName.get(name.toLowerCase())
    if (!same) continue
    await courses.moveDepartment(ctx, id, same)
    await tx.deleteFrom('departments').where('school_id', '=', school_id).where('id', '=', id).execute()
  }
  const behind = Math.max(-1, ...theirs.map((department) => department.position)) + 1
  await tx
    .updateTable('departments')
    .set({ faculty_id: to, position: sql<number>`position + ${behind}::int` })
    .where('school_id', '=', school_id)
    .where('faculty_id', '=', from)
    .execute()
  await courses.moveFaculty(ctx, from, to)
  await sql`insert into faculty_members (school_id, faculty_id, user_id, created_at)
    select school_id, ${to}::uuid, user_id, created_at from faculty_members
    where school_id = ${school_id}::uuid and faculty_id = ${from}::uuid
    on conflict do nothing`.execute(tx)
}

async function leaveAll(ctx: Ctx, faculty_id: string) {
  const { tx, school_id } = ctx
  await ctx.reactions.slot(courseAssignments).leaveFaculty(ctx, faculty_id)
  await tx
    .deleteFrom('departments')
    .where('school_id', '=', school_id)
    .where('faculty_id', '=', faculty_id)
    .execute()
}
