import { Type } from 'typebox'
import {
  StringEnum,
  OkReply,
  Id,
  Instant,
  InstantText,
  PageOf,
  Nullable,
  PagingParams,
  defineRoute,
} from '#platform/contract/define-route.ts'
import { columnFields } from './reading/headings.ts'
import { importFailures, lineErrorCodes, importStates, lineStatuses } from './reading/line-codes.ts'

const bulk = '/schools/v2/students/bulk-upload'
const One = Type.Object({ job_id: Id })
const ids = (maxItems: number) => Type.Optional(Type.Array(Id, { maxItems, uniqueItems: true }))

/** What is to become of everybody of a list. */
const options = {
  /** Courses in which they are approved, as by staff. */
  course_ids: ids(20),
  /** Groups of these courses. */
  group_ids: ids(20),
  /** Besides those that a line names itself. */
  faculty_ids: ids(20),
  /** When the approval ends; left out, each course's own limit holds. */
  student_approval_end_date: Type.Optional(InstantText),
  /** Without a mail an invitation waits until it is sent. */
  notify: Type.Optional(Type.Boolean()),
  /**
   * New students are added at once instead of being invited: they get no mail and no password, and log in by a link that
   * the login page mails to them. `notify` then says nothing.
   */
  add_immediately: Type.Optional(Type.Boolean()),
}

const StudentUpload = Type.Object({
  job_id: Id,
  /** `ready` waits for the word to start. */
  state: StringEnum(...importStates),
  file_name: Type.String(),
  encoding: Nullable(StringEnum('utf-8', 'utf-16', 'windows-1252')),
  /** The headings of the file in their order; `field` is what each was taken for. */
  columns: Type.Array(Type.Object({ heading: Type.String(), field: Nullable(StringEnum(...columnFields)) })),
  /** Lines with something in them, below the headings. */
  total: Type.Integer(),
  new_count: Type.Integer(),
  existing_count: Type.Integer(),
  /** Invited before, and not come yet. */
  pending_invitation_count: Type.Integer(),
  /** Of the template: passed over. */
  example_count: Type.Integer(),
  invalid_count: Type.Integer(),
  /** How many more students the plan lets in; null for any number, or where it does not matter any more. */
  seats_left: Nullable(Type.Integer()),
  processed_count: Type.Integer(),
  /** New students who are here now. */
  added_count: Type.Integer(),
  invited_count: Type.Integer(),
  /** Were here or invited, and came to a course, group, faculty or code that they did not have. */
  assigned_count: Type.Integer(),
  unchanged_count: Type.Integer(),
  failure: Nullable(StringEnum(...importFailures)),
  failure_line: Nullable(Type.Integer()),
  created_at: Instant,
  finished_at: Nullable(Instant),
})

export const createStudentImport = defineRoute({
  name: 'createStudentImport',
  method: 'POST',
  path: bulk,
  can: 'admin',
  support: 'never',
  summary: 'Start a student import from a file that was uploaded for student_list',
  idempotent: true,
  limits: [{ by: 'user', max: 60, seconds: 3600 }],
  body: Type.Object({
    upload_id: Id,
    /** Only reads: nothing is done before `start`. */
    dry_run: Type.Optional(Type.Boolean()),
    ...options,
  }),
  reply: [202, StudentUpload],
})

export const listStudentImports = defineRoute({
  name: 'listStudentImports',
  method: 'GET',
  path: bulk,
  can: 'admin',
  summary: 'List the student imports of the last 30 days, newest first',
  query: Type.Object(PagingParams),
  reply: [200, PageOf(StudentUpload)],
})

export const getStudentImport = defineRoute({
  name: 'getStudentImport',
  method: 'GET',
  path: `${bulk}/:job_id`,
  can: 'admin',
  summary: 'Get the preview, progress and result of a student import',
  params: One,
  reply: [200, StudentUpload],
})

export const startStudentImport = defineRoute({
  name: 'startStudentImport',
  method: 'POST',
  path: `${bulk}/:job_id/start`,
  can: 'admin',
  support: 'never',
  summary: 'Run a student import that is ready; for a running import, returns its progress',
  params: One,
  body: Type.Object(options),
  reply: [202, StudentUpload],
  refusals: ['student_import_not_ready'],
})

export const listImportLines = defineRoute({
  name: 'listImportLines',
  method: 'GET',
  path: `${bulk}/:job_id/lines`,
  can: 'admin',
  summary: 'List the lines of a student import in their order, with the status of each',
  params: One,
  query: Type.Object({ ...PagingParams, status: Type.Optional(StringEnum(...lineStatuses)) }),
  reply: [
    200,
    PageOf(
      Type.Object({
        line: Type.Integer(),
        name: Type.String(),
        email: Type.String(),
        user_code: Type.String(),
        faculty: Type.String(),
        status: StringEnum(...lineStatuses),
        /** Why it is at fault. */
        code: Nullable(StringEnum(...lineErrorCodes)),
        result: Nullable(StringEnum('added', 'invited', 'assigned', 'unchanged')),
      }),
    ),
  ],
})

export const exportInvalidLines = defineRoute({
  name: 'exportInvalidLines',
  method: 'GET',
  path: `${bulk}/:job_id/invalid-lines`,
  can: 'admin',
  summary: 'Export the invalid lines as a file, each with its reason, to correct and upload again',
  // The file is written while no transaction waits.
  transaction: 'own',
  params: One,
  query: Type.Object({ format: Type.Optional(StringEnum('csv', 'xlsx')) }),
  reply: [
    200,
    Type.Object({
      file_name: Type.String(),
      content_type: Type.String(),
      /** The bytes, in base64. */
      content: Type.String(),
    }),
  ],
})

export const discardStudentImport = defineRoute({
  name: 'discardStudentImport',
  method: 'DELETE',
  path: `${bulk}/:job_id`,
  can: 'admin',
  summary: 'Discard or stop a student import; people who were already invited stay invited',
  params: One,
  reply: [200, OkReply],
})

export { refusals } from './refusals.ts'
