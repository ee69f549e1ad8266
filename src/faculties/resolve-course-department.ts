import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { refuseInvalidField } from '#platform/contract/refusal.ts'

interface Given {
  faculty_id?: string | null | undefined
  department_id?: string | null | undefined
  course_department?: string | undefined
}

interface Placed {
  faculty_id?: string | null
  department_id?: string | null
  course_department?: string
}

interface Current {
  faculty_id: string | null
  department_id: string | null
}

/**
 * Returns faculty and department of a course. A department implies its faculty and name; a name alone, as older
 * programs send it, selects the department with that name.
 */
export async function resolveCourseDepartment(
  ctx: Ctx,
  given: Given,
  current: Current | null,
): Promise<Placed> {
  if (given.department_id) return inDepartment(ctx, given.department_id, given.faculty_id)
  const faculty_id = given.faculty_id === undefined ? (current?.faculty_id ?? null) : given.faculty_id
  if (given.faculty_id) await ensureFaculty(ctx, given.faculty_id)
  if (given.course_department !== undefined)
    return byName(ctx, given, { name: given.course_department.trim(), faculty_id })
  const isElsewhere = given.department_id === null || faculty_id !== current?.faculty_id
  // Text that is not the name of a department stays with the course.
  const left = isElsewhere && current !== null && current.department_id !== null
  return {
    ...(given.faculty_id !== undefined && { faculty_id }),
    ...(left && { department_id: null, course_department: '' }),
  }
}

/** Shared locks: waits for a department that is being moved or deleted. */
async function inDepartment({ tx, school_id }: Ctx, id: string, faculty_id: string | null | undefined) {
  const department = await tx
    .selectFrom('departments')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .select(['faculty_id', 'name'])
    .forShare()
    .executeTakeFirst()
  if (!department)
    return refuseInvalidField('department_id', 'department_unknown', 'There is no such department.')
  if (faculty_id !== undefined && faculty_id !== department.faculty_id)
    return refuseInvalidField(
      'department_id',
      'department_elsewhere',
      'This department is in another faculty.',
    )
  return { faculty_id: department.faculty_id, department_id: id, course_department: department.name }
}

async function ensureFaculty({ tx, school_id }: Ctx, id: string) {
  const faculty = await tx
    .selectFrom('faculties')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  if (!faculty) refuseInvalidField('faculty_id', 'faculty_unknown', 'There is no such faculty.')
}

/** A name that two faculties use is ambiguous. */
async function byName(
  ctx: Ctx,
  given: Given,
  { name, faculty_id }: { name: string; faculty_id: string | null },
): Promise<Placed> {
  const plain = {
    course_department: name,
    department_id: null,
    ...(given.faculty_id !== undefined && { faculty_id }),
  }
  if (name === '') return plain
  let named = ctx.tx
    .selectFrom('departments')
    .where('school_id', '=', ctx.school_id)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .select(['id', 'faculty_id', 'name'])
    .forShare()
  if (faculty_id) named = named.where('faculty_id', '=', faculty_id)
  const [department, another] = await named.limit(2).execute()
  if (!department || another) return plain
  return {
    faculty_id: department.faculty_id,
    department_id: department.id,
    course_department: department.name,
  }
}
