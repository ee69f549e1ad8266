import type { Ctx } from '#tenancy/context/request-context.ts'
import { courseSearchVector } from '../catalogue/course-search-vector.ts'

/** After a department was renamed or moved, updates name, faculty and search column of its courses. */
export async function updateDepartmentOfCourses(
  { tx, school_id }: Ctx,
  department_id: string,
  { name, faculty_id }: { name: string; faculty_id: string },
) {
  const courses = await tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .where('department_id', '=', department_id)
    .selectAll()
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const course of courses)
    await tx
      .updateTable('courses')
      .set({
        faculty_id,
        course_department: name,
        search: courseSearchVector({ ...course, course_department: name }),
      })
      .where('school_id', '=', school_id)
      .where('id', '=', course.id)
      .execute()
}
