import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

export const maxFaculties = 100
export const maxDepartments = 100

export const mayAddFaculty = (existing: number): Verdict =>
  existing < maxFaculties ? allow : refuse('faculty_limit_reached')

export const mayAddDepartments = (existing: number, more = 1): Verdict =>
  existing + more <= maxDepartments ? allow : refuse('department_limit_reached')

/** An order must contain each id once: one that was added or deleted meanwhile has no position. */
export function mayReorder(
  what: 'faculty' | 'department',
  existing: readonly string[],
  newOrder: readonly string[],
): Verdict {
  const named = new Set(newOrder)
  const complete = named.size === existing.length && existing.every((id) => named.has(id))
  return complete ? allow : refuse(`${what}_order_outdated`)
}

export interface FacultyUsage {
  departments: number
  courses: number
  people: number
}

/** A faculty that is not empty needs a destination for its content. */
export function mayDelete(held: FacultyUsage, goes: 'elsewhere' | 'nowhere' | null): Verdict {
  const isEmpty = held.departments + held.courses + held.people === 0
  return isEmpty || goes !== null ? allow : refuse('faculty_in_use')
}
