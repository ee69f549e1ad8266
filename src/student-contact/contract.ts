import { Type } from 'typebox'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import { Id, Instant, OkReply, PageOf, PagingParams, SingleLineText } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

export const refusals = declareRefusals({
  not_your_student: [403, 'Only admins and teachers of this student can do this.'],
  not_your_note: [403, 'Only the author of this note and admins can do this.'],
  student_never_logged_in: [409, 'This student has never logged in and gets no mail yet.'],
})

const students = '/courses/v2/students/:student_id'
const OneStudent = Type.Object({ student_id: Id })
const OneNote = Type.Object({ student_id: Id, id: Id })
const Words = Type.String({ minLength: 1, maxLength: 5_000, pattern: '\\S' })
const Person = Type.Object({ id: Id, name: Type.String() })

export const StaffNote = Type.Object({
  id: Id,
  note: Type.String(),
  author: Person,
  created_at: Instant,
  updated_at: Instant,
  /** Whether the caller may change it. */
  may_edit: Type.Boolean(),
  may_delete: Type.Boolean(),
})

export const StudentMessage = Type.Object({
  id: Id,
  subject: Type.String(),
  message: Type.String(),
  sender: Person,
  created_at: Instant,
})

export const listStaffNotes = defineRoute({
  name: 'listStaffNotes',
  method: 'GET',
  path: `${students}/staff-notes`,
  access: 'staff',
  summary: 'List the notes of staff about a student, newest first',
  params: OneStudent,
  query: Type.Object(PagingParams),
  csv: 'notes',
  reply: [200, PageOf(StaffNote)],
  refusals: ['not_your_student'],
})

export const createStaffNote = defineRoute({
  name: 'createStaffNote',
  method: 'POST',
  path: `${students}/staff-notes`,
  access: 'staff',
  summary: 'Write a note about a student that only staff can read',
  params: OneStudent,
  body: Type.Object({ note: Words }),
  reply: [201, StaffNote],
  refusals: ['not_your_student'],
  idempotent: true,
})

export const updateStaffNote = defineRoute({
  name: 'updateStaffNote',
  method: 'PUT',
  path: `${students}/staff-notes/:id`,
  access: 'staff',
  summary: 'Change the caller’s own note about a student',
  params: OneNote,
  body: Type.Object({ note: Words }),
  reply: [200, StaffNote],
  refusals: ['not_your_student', 'not_your_note'],
})

export const deleteStaffNote = defineRoute({
  name: 'deleteStaffNote',
  method: 'DELETE',
  path: `${students}/staff-notes/:id`,
  access: 'staff',
  summary: 'Delete a note about a student',
  params: OneNote,
  reply: [200, OkReply],
  refusals: ['not_your_student', 'not_your_note'],
})

export const listStudentMessages = defineRoute({
  name: 'listStudentMessages',
  method: 'GET',
  path: `${students}/messages`,
  access: 'staff',
  summary: 'List the messages that staff sent to a student, newest first',
  params: OneStudent,
  query: Type.Object(PagingParams),
  csv: 'messages',
  reply: [200, PageOf(StudentMessage)],
  refusals: ['not_your_student'],
})

export const sendStudentMessage = defineRoute({
  name: 'sendStudentMessage',
  method: 'POST',
  path: `${students}/messages`,
  access: 'staff',
  support: 'never',
  summary:
    'Send a message to a student by mail; beyond the day’s allowance, unverified addresses get it later',
  limits: [{ by: 'user', max: 60, seconds: 3600 }],
  params: OneStudent,
  body: Type.Object({ subject: SingleLineText(150), message: Words }),
  reply: [201, StudentMessage],
  refusals: ['not_your_student', 'student_never_logged_in'],
  idempotent: true,
})
