import { Type } from 'typebox'
import {
  StringEnum,
  OkReply,
  Id,
  Instant,
  SingleLineText,
  PageOf,
  Nullable,
  PagingParams,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

export { refusals } from './refusals.ts'

const OneOf = Type.Object({ id: Id })
const Students = Type.Array(Id, { maxItems: 500, uniqueItems: true })

const Group = Type.Object({
  id: Id,
  course_id: Id,
  name: Type.String(),
  students_count: Type.Integer(),
  created_at: Instant,
})

// ---- Groups ----

export const listGroups = defineRoute({
  name: 'listGroups',
  method: 'GET',
  path: '/courses/v2/courses/:id/groups',
  access: 'staff',
  summary: 'List the groups of a course by name',
  params: OneOf,
  query: Type.Object(PagingParams),
  csv: 'groups',
  reply: [200, PageOf(Group)],
  refusals: ['not_your_course'],
})

export const createGroup = defineRoute({
  name: 'createGroup',
  method: 'POST',
  path: '/courses/v2/courses/:id/groups',
  access: 'staff',
  summary: 'Create a group of students in a course',
  params: OneOf,
  body: Type.Object({ name: SingleLineText(100), student_ids: Type.Optional(Students) }),
  reply: [201, Group],
  refusals: ['not_your_course', 'group_name_taken'],
  idempotent: true,
})

export const updateGroup = defineRoute({
  name: 'updateGroup',
  method: 'PUT',
  path: '/courses/v2/groups/:id',
  access: 'staff',
  summary: 'Update a group: rename it, add or remove students',
  params: OneOf,
  body: Type.Object({
    name: Type.Optional(SingleLineText(100)),
    add_student_ids: Type.Optional(Students),
    remove_student_ids: Type.Optional(Students),
  }),
  reply: [200, Group],
  refusals: ['not_your_course', 'group_name_taken'],
})

export const deleteGroup = defineRoute({
  name: 'deleteGroup',
  method: 'DELETE',
  path: '/courses/v2/groups/:id',
  access: 'staff',
  summary: 'Delete a group and its lock exceptions; its students stay in the course',
  params: OneOf,
  reply: [200, OkReply],
  refusals: ['not_your_course'],
})

export const listGroupStudents = defineRoute({
  name: 'listGroupStudents',
  method: 'GET',
  path: '/courses/v2/groups/:id/students',
  access: 'staff',
  summary: 'List the students of a group by name',
  params: OneOf,
  query: Type.Object(PagingParams),
  csv: 'group-students',
  reply: [200, PageOf(Type.Object({ student_id: Id, name: Type.String(), email: Type.String() }))],
  refusals: ['not_your_course'],
})

// ---- Exceptions from the dates of contents ----

/** Days later, or earlier if negative; null is open now. */
const ShiftDays = Nullable(Type.Integer({ minimum: -3_650, maximum: 3_650 }))

const LockException = Type.Object({
  id: Id,
  course_id: Id,
  /** Null: all contents of the course. */
  content: Nullable(Type.Object({ id: Id, title: Type.String() })),
  target: Type.Object({ kind: StringEnum('student', 'group'), id: Id, name: Type.String() }),
  shift_days: ShiftDays,
  created_by_name: Nullable(Type.String()),
  created_at: Instant,
})

export const listLockExceptions = defineRoute({
  name: 'listLockExceptions',
  method: 'GET',
  path: '/courses/v2/courses/:id/lock-exceptions',
  access: 'staff',
  summary: 'List the lock exceptions of a course, newest first',
  params: OneOf,
  query: Type.Object({
    ...PagingParams,
    /** Exceptions that apply to this content, including those for the whole course. */
    content_id: Type.Optional(Id),
    /** Exceptions that apply to this student, including those of a group. */
    student_id: Type.Optional(Id),
  }),
  csv: 'exceptions',
  reply: [200, PageOf(LockException)],
  refusals: ['not_your_course'],
})

export const createLockException = defineRoute({
  name: 'createLockException',
  method: 'PUT',
  path: '/courses/v2/courses/:id/lock-exceptions',
  access: 'staff',
  summary:
    'Create lock exceptions: open a course or content now for students and groups, or shift its dates by days',
  params: OneOf,
  body: Type.Object({
    content_id: Type.Optional(Nullable(Id)),
    student_ids: Type.Optional(Students),
    group_ids: Type.Optional(Type.Array(Id, { maxItems: 100, uniqueItems: true })),
    shift_days: ShiftDays,
  }),
  reply: [200, OkReply],
  refusals: ['not_your_course'],
})

export const deleteLockException = defineRoute({
  name: 'deleteLockException',
  method: 'DELETE',
  path: '/courses/v2/lock-exceptions/:id',
  access: 'staff',
  summary: 'Delete a lock exception',
  params: OneOf,
  reply: [200, OkReply],
  refusals: ['not_your_course'],
})
