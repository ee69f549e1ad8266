import { Type } from 'typebox'
import {
  declareRefusals,
  OkReply,
  Id,
  Instant,
  SingleLineText,
  PageOf,
  PagingParams,
  defineRoute,
  Text,
} from '#platform/contract/define-route.ts'

export const refusals = declareRefusals({
  faculty_name_taken: [409, 'There is a faculty with this name already.'],
  faculty_limit_reached: [409, 'A school has at most 100 faculties.'],
  faculty_in_use: [409, 'This faculty has courses or people. Say where they go.'],
  faculty_order_outdated: [409, 'The faculties changed in the meantime. Please look again.'],
  department_name_taken: [409, 'The faculty has a department with this name already.'],
  department_limit_reached: [409, 'A faculty has at most 100 departments.'],
  department_order_outdated: [409, 'The departments changed in the meantime. Please look again.'],
})

const faculties = '/courses/v2/faculties'
const one = Type.Object({ faculty_id: Id })
const name = SingleLineText(120)
const order = Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }) })

const fields = { id: Id, name: Type.String(), slug: Type.String(), position: Type.Integer() }

/** `course_count` counts every course that is not deleted, also those that visitors do not see. */
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
  /** Counted up to 1,000 each, so that a list never costs more because a faculty grew. */
  student_count: Type.Integer(),
  staff_count: Type.Integer(),
  created_at: Instant,
})

export const listSchoolFaculties = defineRoute({
  name: 'listSchoolFaculties',
  method: 'GET',
  path: '/schools/auth/api/v1/school-faculties/:school_id',
  can: 'public',
  summary: 'The faculties of the school that list a course, in their order',
  params: Type.Object({ school_id: Id }),
  query: Type.Object(PagingParams),
  reply: [200, PageOf(Type.Object(fields))],
})

export const createFaculty = defineRoute({
  name: 'createFaculty',
  method: 'POST',
  path: faculties,
  can: 'admin',
  summary: 'Adds a faculty at the end',
  idempotent: true,
  body: Type.Object({ name }),
  reply: [201, Faculty],
  refusals: ['faculty_name_taken', 'faculty_limit_reached'],
})

export const listFaculties = defineRoute({
  name: 'listFaculties',
  method: 'GET',
  path: faculties,
  can: 'staff',
  summary: 'The faculties in their order, with their departments and how many courses and people each has',
  query: Type.Object(PagingParams),
  reply: [200, PageOf(Faculty)],
})

export const updateFaculty = defineRoute({
  name: 'updateFaculty',
  method: 'PUT',
  path: `${faculties}/:faculty_id`,
  can: 'admin',
  summary: 'Renames a faculty',
  params: one,
  body: Type.Object({ name }),
  reply: [200, Faculty],
  refusals: ['faculty_name_taken'],
})

export const reorderFaculties = defineRoute({
  name: 'reorderFaculties',
  method: 'PUT',
  path: `${faculties}/reorder`,
  can: 'admin',
  summary: 'Puts all faculties into a new order',
  body: order,
  reply: [200, OkReply],
  refusals: ['faculty_order_outdated'],
})

export const deleteFaculty = defineRoute({
  name: 'deleteFaculty',
  method: 'DELETE',
  path: `${faculties}/:faculty_id`,
  can: 'admin',
  summary:
    'Deletes a faculty; where it has courses, departments or people, only with a word on where they go',
  params: one,
  query: Type.Object({
    /** The faculty that takes its departments, courses and people over. */
    move_to: Type.Optional(Id),
    /** They stay in the school, in no faculty. */
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
  can: 'admin',
  summary: 'Adds a department; courses in no faculty that name it already come with it',
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
  can: 'admin',
  summary: 'Renames a department, in its courses too, or moves it with them to another faculty',
  params: department,
  body: Type.Object({ name: Type.Optional(name), move_to: Type.Optional(Id) }),
  reply: [200, Department],
  refusals: ['department_name_taken', 'department_limit_reached'],
})

export const reorderDepartments = defineRoute({
  name: 'reorderDepartments',
  method: 'PUT',
  path: `${faculties}/:faculty_id/departments/reorder`,
  can: 'admin',
  summary: 'Puts all departments of a faculty into a new order',
  params: one,
  body: order,
  reply: [200, OkReply],
  refusals: ['department_order_outdated'],
})

export const deleteDepartment = defineRoute({
  name: 'deleteDepartment',
  method: 'DELETE',
  path: `${faculties}/:faculty_id/departments/:department_id`,
  can: 'admin',
  summary: 'Deletes a department; its courses stay in the faculty and keep its name as a word',
  params: department,
  reply: [200, OkReply],
})

export const listUnmatchedDepartments = defineRoute({
  name: 'listUnmatchedDepartments',
  method: 'GET',
  path: `${faculties}/unmatched-departments`,
  can: 'admin',
  summary: 'Departments that courses name but that stand in no faculty; at most 100',
  reply: [
    200,
    Type.Object({ data: Type.Array(Type.Object({ name: Type.String(), course_count: Type.Integer() })) }),
  ],
})

export const assignPeople = defineRoute({
  name: 'assignPeople',
  method: 'PUT',
  path: `${faculties}/:faculty_id/people`,
  can: 'admin',
  summary: 'Brings people into a faculty or takes them out; who is there, or not, already stays so',
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
  can: 'admin',
  summary: 'Brings in everybody of a pasted list of e-mails or user codes, 2,000 lines at most',
  params: one,
  body: Type.Object({ list: Text(200_000, { minLength: 1 }) }),
  bodyLimitBytes: 640 * 1024,
  reply: [
    200,
    Type.Object({
      added: Type.Integer(),
      /** In the faculty before. */
      already_members: Type.Integer(),
      /** Lines that nobody of the school answers to, the first hundred of them. */
      not_found_count: Type.Integer(),
      not_found: Type.Array(Type.Object({ line: Type.Integer(), text: Type.String() })),
    }),
  ],
})

export const assignCourses = defineRoute({
  name: 'assignCourses',
  method: 'PUT',
  path: `${faculties}/:faculty_id/courses`,
  can: 'admin',
  summary: 'Brings courses into a faculty; a department of another faculty is left',
  params: one,
  body: Type.Object({ course_ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }) }),
  reply: [200, Type.Object({ assigned: Type.Integer() })],
})
