import { Type } from 'typebox'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import {
  OkReply,
  Id,
  Instant,
  SingleLineText,
  PageOf,
  PagingParams,
  Text,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

export const refusals = declareRefusals({
  faculty_name_taken: [409, 'A faculty with this name already exists. Choose another name.'],
  faculty_limit_reached: [409, 'A school can have at most 100 faculties.'],
  faculty_in_use: [409, 'This faculty has courses or people. Choose where to move them.'],
  faculty_order_outdated: [409, 'The faculties have changed. Reload them and try again.'],
  department_name_taken: [409, 'This faculty already has a department with this name. Choose another name.'],
  department_limit_reached: [409, 'A faculty can have at most 100 departments.'],
  department_order_outdated: [409, 'The departments have changed. Reload them and try again.'],
})

const faculties = '/courses/v2/faculties'
const one = Type.Object({ faculty_id: Id })
const name = SingleLineText(120)
const order = Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }) })

const fields = { id: Id, name: Type.String(), slug: Type.String(), position: Type.Integer() }

/** `course_count` includes every course that is not deleted, also those hidden from visitors. */
export const Department = Type.Object({
  id: Id,
  name: Type.String(),
  position: Type.Integer(),
  course_count: Type.Integer(),
})

export const Faculty = Type.Object({
  ...fields,
  departments: Type.Array(Department),
  course_count: Type.Integer(),
  /** Counts stop at 1,000, so that the cost of the list does not depend on the size of a faculty. */
  student_count: Type.Integer(),
  staff_count: Type.Integer(),
  created_at: Instant,
})

export const listSchoolFaculties = defineRoute({
  name: 'listSchoolFaculties',
  method: 'GET',
  path: '/schools/auth/api/v1/school-faculties/:school_id',
  access: 'public',
  summary: 'List the faculties of a school that have public courses, in their order',
  params: Type.Object({ school_id: Id }),
  query: Type.Object(PagingParams),
  reply: [200, PageOf(Type.Object(fields))],
})

export const createFaculty = defineRoute({
  name: 'createFaculty',
  method: 'POST',
  path: faculties,
  access: 'admin',
  summary: 'Create a faculty at the end of the list',
  idempotent: true,
  body: Type.Object({ name }),
  reply: [201, Faculty],
  refusals: ['faculty_name_taken', 'faculty_limit_reached'],
})

export const listFaculties = defineRoute({
  name: 'listFaculties',
  method: 'GET',
  path: faculties,
  access: 'staff',
  summary: 'List faculties in their order, with departments and the numbers of courses and people',
  query: Type.Object(PagingParams),
  csv: 'faculties',
  reply: [200, PageOf(Faculty)],
})

export const updateFaculty = defineRoute({
  name: 'updateFaculty',
  method: 'PUT',
  path: `${faculties}/:faculty_id`,
  access: 'admin',
  summary: 'Rename a faculty',
  params: one,
  body: Type.Object({ name }),
  reply: [200, Faculty],
  refusals: ['faculty_name_taken'],
})

export const reorderFaculties = defineRoute({
  name: 'reorderFaculties',
  method: 'PUT',
  path: `${faculties}/reorder`,
  access: 'admin',
  summary: 'Reorder all faculties',
  body: order,
  reply: [200, OkReply],
  refusals: ['faculty_order_outdated'],
})

export const deleteFaculty = defineRoute({
  name: 'deleteFaculty',
  method: 'DELETE',
  path: `${faculties}/:faculty_id`,
  access: 'admin',
  summary: 'Delete a faculty; if it has courses, departments or people, the request must say where they go',
  params: one,
  query: Type.Object({
    /** Faculty that takes over departments, courses and people. */
    move_to: Type.Optional(Id),
    /** Courses and people stay in the school without a faculty. */
    leave_without_faculty: Type.Optional(Type.Boolean()),
  }),
  reply: [200, OkReply],
  refusals: ['faculty_in_use', 'department_limit_reached'],
})

const department = Type.Object({ faculty_id: Id, department_id: Id })

export const createDepartment = defineRoute({
  name: 'createDepartment',
  method: 'POST',
  path: `${faculties}/:faculty_id/departments`,
  access: 'admin',
  summary: 'Create a department; courses without a faculty that use its name join it',
  idempotent: true,
  params: one,
  body: Type.Object({ name }),
  reply: [201, Department],
  refusals: ['department_name_taken', 'department_limit_reached'],
})

export const updateDepartment = defineRoute({
  name: 'updateDepartment',
  method: 'PUT',
  path: `${faculties}/:faculty_id/departments/:department_id`,
  access: 'admin',
  summary: 'Rename a department, or move it with its courses to another faculty',
  params: department,
  body: Type.Object({ name: Type.Optional(name), move_to: Type.Optional(Id) }),
  reply: [200, Department],
  refusals: ['department_name_taken', 'department_limit_reached'],
})

export const reorderDepartments = defineRoute({
  name: 'reorderDepartments',
  method: 'PUT',
  path: `${faculties}/:faculty_id/departments/reorder`,
  access: 'admin',
  summary: 'Reorder all departments of a faculty',
  params: one,
  body: order,
  reply: [200, OkReply],
  refusals: ['department_order_outdated'],
})

export const deleteDepartment = defineRoute({
  name: 'deleteDepartment',
  method: 'DELETE',
  path: `${faculties}/:faculty_id/departments/:department_id`,
  access: 'admin',
  summary: 'Delete a department; its courses stay in the faculty and keep the name as text',
  params: department,
  reply: [200, OkReply],
})

export const listUnmatchedDepartments = defineRoute({
  name: 'listUnmatchedDepartments',
  method: 'GET',
  path: `${faculties}/unmatched-departments`,
  access: 'admin',
  summary: 'List up to 100 departments that courses name but no faculty has',
  reply: [
    200,
    Type.Object({ data: Type.Array(Type.Object({ name: Type.String(), course_count: Type.Integer() })) }),
  ],
})

export const assignPeople = defineRoute({
  name: 'assignPeople',
  method: 'PUT',
  path: `${faculties}/:faculty_id/people`,
  access: 'admin',
  summary: 'Add people to a faculty or remove them; skips those already added or removed',
  params: one,
  body: Type.Object({
    add: Type.Optional(Type.Array(Id, { maxItems: 500, uniqueItems: true })),
    remove: Type.Optional(Type.Array(Id, { maxItems: 500, uniqueItems: true })),
  }),
  reply: [200, Type.Object({ added: Type.Integer(), removed: Type.Integer() })],
})

export const assignPeopleFromList = defineRoute({
  name: 'assignPeopleFromList',
  method: 'PUT',
  path: `${faculties}/:faculty_id/people/list`,
  access: 'admin',
  summary: 'Add people to a faculty from a list of up to 2,000 e-mail addresses or user codes',
  params: one,
  body: Type.Object({ list: Text(200_000, { minLength: 1 }) }),
  bodyLimitBytes: 640 * 1024,
  reply: [
    200,
    Type.Object({
      added: Type.Integer(),
      /** People who were already in the faculty. */
      already_members: Type.Integer(),
      /** Lines that match nobody of the school, at most a hundred. */
      not_found_count: Type.Integer(),
      not_found: Type.Array(Type.Object({ line: Type.Integer(), text: Type.String() })),
    }),
  ],
})

export const assignCourses = defineRoute({
  name: 'assignCourses',
  method: 'PUT',
  path: `${faculties}/:faculty_id/courses`,
  access: 'admin',
  summary: 'Add courses to a faculty; they leave departments of other faculties',
  params: one,
  body: Type.Object({ course_ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }) }),
  reply: [200, Type.Object({ assigned: Type.Integer() })],
})
