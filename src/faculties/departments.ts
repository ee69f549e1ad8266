import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, ensureFound } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from './contract.ts'
import { courseAssignments } from './course-assignments.ts'
import { departmentUpdated } from './events.ts'
import { mayAddDepartments, mayReorder } from './policy.ts'
import { selectDepartments, lockFaculties, translateUniqueViolation } from './queries.ts'

/** Assigns courses that contain its name as text and are in no other faculty. */
export async function createDepartment(
  ctx: Ctx,
  { faculty_id, ...given }: Input<typeof contract.createDepartment>,
): Promise<Reply<typeof contract.createDepartment>> {
  const { tx, school_id } = ctx
  const others = await heldDepartments(ctx, faculty_id)
  ensureAllowed(mayAddDepartments(others.length))
  const name = given.name.trim()
  const department = { id: newId(), name, position: next(others) }
  try {
    await tx
      .insertInto('departments')
      .values({ ...department, faculty_id, school_id, created_at: ctx.now })
      .execute()
  } catch (error) {
    throw translateUniqueViolation(error)
  }
  const course_count = await ctx.reactions
    .slot(courseAssignments)
    .adopt(ctx, { id: department.id, faculty_id, name })
  // The courses may contain the name in another spelling.
  if (course_count > 0) await ctx.emit(departmentUpdated, { department_id: department.id, name, faculty_id })
  await ctx.audit('department.created', ['department', department.id], {
    name,
    faculty_id,
    courses: course_count,
  })
  ctx.invalidateSchool()
  return { ...department, course_count }
}

export async function updateDepartment(
  ctx: Ctx,
  { faculty_id, department_id, move_to, ...given }: Input<typeof contract.updateDepartment>,
): Promise<Reply<typeof contract.updateDepartment>> {
  const all = await heldDepartments(ctx, faculty_id)
  const before = ensureFound(all.find((department) => department.id === department_id))
  const name = given.name?.trim() ?? before.name
  if (move_to && move_to !== faculty_id) {
    const there = await heldDepartments(ctx, move_to)
    ensureAllowed(mayAddDepartments(there.length))
    await write(ctx, department_id, { name, faculty_id: move_to, position: next(there) })
  } else await write(ctx, department_id, { name })
  await ctx.emit(departmentUpdated, { department_id, name, faculty_id: move_to ?? faculty_id })
  await ctx.audit('department.updated', ['department', department_id], {
    from: { name: before.name, faculty_id },
    to: { name, faculty_id: move_to ?? faculty_id },
  })
  ctx.invalidateSchool()
  const rows = await selectDepartments(ctx, [move_to ?? faculty_id]).execute()
  const { faculty_id: _f, ...department } = ensureFound(rows.find((row) => row.id === department_id))
  return department
}

export async function reorderDepartments(
  ctx: Ctx,
  { faculty_id, ids }: Input<typeof contract.reorderDepartments>,
) {
  const all = await heldDepartments(ctx, faculty_id)
  ensureAllowed(
    mayReorder(
      'department',
      all.map((department) => department.id),
      ids,
    ),
  )
  await ctx.tx
    .updateTable('departments')
    .set({ position: sql<number>`array_position(${ids}::uuid[], id) - 1` })
    .where('school_id', '=', ctx.school_id)
    .where('faculty_id', '=', faculty_id)
    .execute()
  await ctx.audit('department.reordered', ['faculty', faculty_id], { ids })
  return okReply
}

export async function deleteDepartment(
  ctx: Ctx,
  { faculty_id, department_id }: Input<typeof contract.deleteDepartment>,
) {
  const { tx, school_id } = ctx
  const all = await heldDepartments(ctx, faculty_id)
  const { name } = ensureFound(all.find((department) => department.id === department_id))
  const courses = await ctx.reactions.slot(courseAssignments).leaveDepartment(ctx, department_id)
  await tx
    .deleteFrom('departments')
    .where('school_id', '=', school_id)
    .where('id', '=', department_id)
    .execute()
  await ctx.audit('department.deleted', ['department', department_id], { name, faculty_id, courses })
  ctx.invalidateSchool()
  return okReply
}

/** Locks and returns the departments of a faculty; refuses `not_found` if it does not exist. */
async function heldDepartments(ctx: Ctx, faculty_id: string) {
  ensureFound((await lockFaculties(ctx)).find((faculty) => faculty.id === faculty_id))
  // Waits for transactions that add a course to one of them, so that the next statement sees that course.
  await ctx.tx
    .selectFrom('departments')
    .where('school_id', '=', ctx.school_id)
    .where('faculty_id', '=', faculty_id)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  return selectDepartments(ctx, [faculty_id]).execute()
}

const next = (others: { position: number }[]) => Math.max(-1, ...others.map((other) => other.position)) + 1

async function write(
  { tx, school_id }: Ctx,
  id: string,
  change: { name: string; faculty_id?: string; position?: number },
) {
  try {
    await tx
      .updateTable('departments')
      .set(change)
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .execute()
  } catch (error) {
    throw translateUniqueViolation(error)
  }
}
