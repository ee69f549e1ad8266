import type { Ctx } from '#tenancy/context/request-context.ts'
import { defineSlot } from '#tenancy/context/domain-events.ts'

interface Department {
  id: string
  faculty_id: string
  name: string
}

/** Courses store their faculty and department; these functions change them. */
export interface CourseAssignments {
  /** Moves courses into a faculty, without a department. Returns the number of moved courses. */
  assign(ctx: Ctx, courses: { faculty_id: string; course_ids: readonly string[] }): Promise<number>
  /** Assigns courses whose department text equals a new department's name to it. Returns their number. */
  adopt(ctx: Ctx, department: Department): Promise<number>
  /** Removes courses from a department. Returns their number. */
  leaveDepartment(ctx: Ctx, department_id: string): Promise<number>
  /** Removes courses from a faculty and its departments. */
  leaveFaculty(ctx: Ctx, faculty_id: string): Promise<void>
  /** Moves courses from one department to another. */
  moveDepartment(ctx: Ctx, from: string, to: string): Promise<void>
  /** Moves courses from one faculty to another. */
  moveFaculty(ctx: Ctx, from: string, to: string): Promise<void>
}

/** Provided by `courses`. */
export const courseAssignments = defineSlot<CourseAssignments>('course_assignments')
