import type { Ctx } from '#tenancy/context/request-context.ts'
import { demoId } from '../ids.ts'
import { demoUsers, personId } from './people-rows.ts'
import type { DemoCourse, DemoSchool } from '../types.ts'

const facultyId = (school: DemoSchool, slug: string) => demoId(school.school_url, 'faculty', slug)
const departmentId = (school: DemoSchool, name: string) => demoId(school.school_url, 'department', name)

/** Faculty and department of a course by department name; none if no department has that name. */
export function facultyOf(school: DemoSchool, { course_department }: DemoCourse) {
  const faculty = school.faculties?.find(({ departments }) => departments.includes(course_department ?? ''))
  if (!faculty) return {}
  return {
    faculty_id: facultyId(school, faculty.slug),
    department_id: departmentId(school, course_department!),
  }
}

/** Inserts faculties with departments and members. People must exist. */
export async function insertFaculties({ tx, school_id }: Ctx, school: DemoSchool, created_at: Date) {
  const { faculties = [] } = school
  if (faculties.length === 0) return
  const common = { school_id, created_at }
  await tx
    .insertInto('faculties')
    .values(
      faculties.map(({ slug, name }, position) => ({
        ...common,
        id: facultyId(school, slug),
        slug,
        name,
        position,
      })),
    )
    .execute()
  const departments = faculties.flatMap(({ slug, departments }) =>
    departments.map((name, position) => ({
      ...common,
      id: departmentId(school, name),
      faculty_id: facultyId(school, slug),
      name,
      position,
    })),
  )
  await tx.insertInto('departments').values(departments).execute()
  const members = demoUsers(school).flatMap(({ person }) =>
    (person.faculties ?? []).map((slug) => ({
      ...common,
      faculty_id: facultyId(school, slug),
      user_id: personId(school, person.login),
    })),
  )
  await tx.insertInto('faculty_members').values(members).execute()
}
