import { sql } from 'kysely'
import type { CourseAssignments } from '#faculties/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

const coursesOf = ({ tx, school_id }: Ctx) => tx.updateTable('courses').where('school_id', '=', school_id)

const moved = ({ numUpdatedRows }: { numUpdatedRows: bigint }) => Number(numUpdatedRows)

/** Functions for faculties that move their courses. */
export const facultyCourses: CourseAssignments = {
  async assign(ctx, { faculty_id, course_ids }) {
    return moved(
      await coursesOf(ctx)
        .set({ faculty_id, department_id: null })
        .where('id', 'in', course_ids)
        .where('deleted_at', 'is', null)
        .where((eb) => eb.or([eb('faculty_id', 'is', null), eb('faculty_id', '<>', faculty_id)]))
        .executeTakeFirst(),
    )
  },

  async adopt(ctx, { id, faculty_id, name }) {
    return moved(
      await coursesOf(ctx)
        .set({ faculty_id, department_id: id })
        .where('department_id', 'is', null)
        .where('course_department', '<>', '')
        .where((eb) => eb.or([eb('faculty_id', 'is', null), eb('faculty_id', '=', faculty_id)]))
        .where(sql<boolean>`lower(course_department) = lower(${name})`)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
    )
  },

  async leaveDepartment(ctx, department_id) {
    return moved(
      await coursesOf(ctx)
        .set({ department_id: null })
        .where('department_id', '=', department_id)
        .executeTakeFirst(),
    )
  },

  /** Courses keep the name of their department as text. */
  async leaveFaculty(ctx, faculty_id) {
    await coursesOf(ctx)
      .set({ faculty_id: null, department_id: null })
      .where('faculty_id', '=', faculty_id)
      .execute()
  },

  async moveDepartment(ctx, from, to) {
    await coursesOf(ctx).set({ department_id: to }).where('department_id', '=', from).execute()
  },

  async moveFaculty(ctx, from, to) {
    await coursesOf(ctx).set({ faculty_id: to }).where('faculty_id', '=', from).execute()
  },
}

/** Removes the courses of a category from it. Returns their number. */
export const takeOutOfCategory = async (ctx: Ctx, category_id: string) =>
  moved(
    await coursesOf(ctx).set({ category_id: null }).where('category_id', '=', category_id).executeTakeFirst(),
  )
