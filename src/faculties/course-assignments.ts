import type { Ctx } from '#tenancy/context/request-context.ts'
import { defineSlot } from '#tenancy/context/domain-events.ts'

interface Department {
  id: string
  faculty_id: string
  name: string
}

/** Which faculty and department a course belongs to is stored with the course. */
export interface CourseAssignments {
  /** Puts courses into a faculty, in none of its departments. Returns how many it moved. */
  assign(ctx: Ctx, courses: { faculty_id: string; course_ids: readonly string[] }): Promise<number>
  /** Puts the courses that name a new department in words into it. Returns how many. */
  adopt(ctx: Ctx, department: Department): Promise<number>
  /** Takes courses out of a department. Returns how many. */
  leaveDepartment(ctx: Ctx, department_id: string): Promise<number>
  /** Takes courses out of a faculty and its departments. */
  leaveFaculty(ctx: Ctx, faculty_id: string): Promise<void>
  /** Moves courses from one department to another. */
  moveDepartment(ctx: Ctx, from: string, to: string): Promise<void>
  /** Moves courses from one faculty to another. */
  moveFaculty(ctx: Ctx, from: string, to: string): Promise<void>
}

/** Filled by the domain that stores the courses. */
export const courseAssignments = defineSlot<CourseAssignments>('course_assignments')
