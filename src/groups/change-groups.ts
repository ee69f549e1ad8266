import type { Ctx } from '#tenancy/context/request-context.ts'
import { violatedUniqueConstraint } from '#platform/database/database.server.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from './contract.ts'
import { updateHasLockExceptions } from './create-lock-exception.ts'
import { getCourseForStaff, ensureStudents, getGroupForStaff, selectGroups } from './queries.ts'

export async function listGroups(ctx: Ctx, { id, limit, cursor }: Input<typeof contract.listGroups>) {
  await getCourseForStaff(ctx, id)
  return paginateByKeyset(selectGroups(ctx).where('g.course_id', '=', id), {
    by: ['g.name', 'g.id'],
    direction: 'asc',
    limit,
    cursor,
    key: (row) => [row.name, row.id],
  })
}

export async function createGroup(
  ctx: Ctx,
  { id: course_id, name, student_ids = [] }: Input<typeof contract.createGroup>,
) {
  await getCourseForStaff(ctx, course_id, { lock: true })
  await ensureStudents(ctx, course_id, { student_ids, path: 'student_ids' })
  const { tx, school_id, actor, now } = ctx
  const id = newId()
  await tx
    .insertInto('course_groups')
    .values({ school_id, id, course_id, name: name.trim(), created_by: actor.id, created_at: now })
    .execute()
    .catch(refuseTaken)
  await addStudents(ctx, id, student_ids)
  await ctx.audit('course.group_created', ['course', course_id], { group_id: id, name: name.trim() })
  return getGroupForStaff(ctx, id)
}

export async function updateGroup(ctx: Ctx, { id, name, ...given }: Input<typeof contract.updateGroup>) {
  const { add_student_ids: added = [], remove_student_ids: removed = [] } = given
  const group = await getGroupForStaff(ctx, id, { lock: true })
  await ensureStudents(ctx, group.course_id, { student_ids: added, path: 'add_student_ids' })
  const { tx, school_id } = ctx
  if (name !== undefined)
    await tx
      .updateTable('course_groups')
      .set({ name: name.trim() })
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .execute()
      .catch(refuseTaken)
  await addStudents(ctx, id, added)
  if (removed.length > 0)
    await tx
      .deleteFrom('course_group_members')
      .where('school_id', '=', school_id)
      .where('group_id', '=', id)
      .where('user_id', 'in', removed)
      .execute()
  await ctx.audit('course.group_updated', ['course', group.course_id], { group_id: id, added, removed })
  return getGroupForStaff(ctx, id)
}

async function addStudents({ tx, school_id, now }: Ctx, group_id: string, student_ids: string[]) {
  if (student_ids.length === 0) return
  await tx
    .insertInto('course_group_members')
    .values(student_ids.map((user_id) => ({ school_id, group_id, user_id, created_at: now })))
    .onConflict((conflict) => conflict.columns(['school_id', 'group_id', 'user_id']).doNothing())
    .execute()
}

export async function deleteGroup(ctx: Ctx, { id }: Input<typeof contract.deleteGroup>) {
  const group = await getGroupForStaff(ctx, id, { lock: true })
  const { tx, school_id } = ctx
  await tx.deleteFrom('course_groups').where('school_id', '=', school_id).where('id', '=', id).execute()
  await updateHasLockExceptions(ctx, group.course_id)
  await ctx.audit('course.group_deleted', ['course', group.course_id], { group_id: id, name: group.name })
  return okReply
}

export async function listGroupStudents(
  ctx: Ctx,
  { id, limit, cursor }: Input<typeof contract.listGroupStudents>,
) {
  await getGroupForStaff(ctx, id)
  const { tx, school_id } = ctx
  const students = tx
    .selectFrom('course_group_members as m')
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'm.school_id').onRef('u.id', '=', 'm.user_id'),
    )
    .where('m.school_id', '=', school_id)
    .where('m.group_id', '=', id)
    .select(['u.id as student_id', 'u.name', 'u.email'])
  return paginateByKeyset(students, {
    by: ['u.name', 'u.id'],
    direction: 'asc',
    limit,
    cursor,
    key: (row) => [row.name, row.student_id],
  })
}

function refuseTaken(error: unknown): never {
  if (violatedUniqueConstraint(error)) throw new Refusal('group_name_taken')
  throw error
}
