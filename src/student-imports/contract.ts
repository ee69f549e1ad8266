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
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { columnFields } from './reading/headings.ts'
import { importFailures, lineErrorCodes, importStates, lineStatuses } from './reading/line-codes.ts'

const bulk = '/schools/v2/students/bulk-upload'
const One = Type.Object({ job_id: Id })
const ids = (maxItems: number) => Type.Optional(Type.Array(Id, { maxItems, uniqueItems: true }))

/** Settings for all students of the file. */
const options = {
  /** Courses in which they are approved. */
  course_ids: ids(20),
  /** Groups of these courses. */
  group_ids: ids(20),
  /** In addition to those that a line names. */
  faculty_ids: ids(20),
  /** End of the approval; default: the limit of each course. */
  student_approval_end_date: Type.Optional(InstantText),
  /** Without mail an invitation waits until it is sent. */
  notify: Type.Optional(Type.Boolean()),
  /**
   * Adds new students at once instead of inviting them: they get no mail and no password, and log in by a link
   * that the login page mails. Then `notify` has no effect.
   */
  add_immediately: Type.Optional(Type.Boolean()),
}

const StudentUpload = Type.Object({
  job_id: Id,
  /** `ready` waits for the start request. */
  state: StringEnum(...importStates),
  file_name: Type.String(),
  encoding: Nullable(StringEnum('utf-8', 'utf-16', 'windows-1252')),
  /** Headings of the file in order; `field` is the recognised column. */
  columns: Type.Array(Type.Object({ heading: Type.String(), field: Nullable(StringEnum(...columnFields)) })),
  /** Non-empty lines below the headings. */
  total: Type.Integer(),
  new_count: Type.Integer(),
  existing_count: Type.Integer(),
  /** Invited before, not registered yet. */
  pending_invitation_count: Type.Integer(),
  /** Example lines of the template, which are skipped. */
  example_count: Type.Integer(),
  invalid_count: Type.Integer(),
  /** Number of further students that the plan permits; null if unlimited or after the import. */
  seats_left: Nullable(Type.Integer()),
  processed_count: Type.Integer(),
  /** New students who were added. */
  added_count: Type.Integer(),
  invited_count: Type.Integer(),
  /** Existing or invited students who got a further course, group, faculty or code. */
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
  access: 'admin',
  support: 'never',
  summary: 'Start a student import from a file that was uploaded for student_list',
  idempotent: true,
  limits: [{ by: 'user', max: 60, seconds: 3600 }],
  body: Type.Object({
    upload_id: Id,
    /** Validates the file only; the import starts with `start`. */
    dry_run: Type.Optional(Type.Boolean()),
    ...options,
  }),
  reply: [202, StudentUpload],
})

export const listStudentImports = defineRoute({
  name: 'listStudentImports',
  method: 'GET',
  path: bulk,
  access: 'admin',
  summary: 'List the student imports of the last 30 days, newest first',
  query: Type.Object(PagingParams),
  csv: 'imports',
  reply: [200, PageOf(StudentUpload)],
})

export const getStudentImport = defineRoute({
  name: 'getStudentImport',
  method: 'GET',
  path: `${bulk}/:job_id`,
  access: 'admin',
  summary: 'Get the preview, progress and result of a student import',
  params: One,
  reply: [200, StudentUpload],
})

export const startStudentImport = defineRoute({
  name: 'startStudentImport',
  method: 'POST',
  path: `${bulk}/:job_id/start`,
  access: 'admin',
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
  access: 'admin',
  summary: 'List the lines of a student import in their order, with the status of each',
  params: One,
  query: Type.Object({ ...PagingParams, status: Type.Optional(StringEnum(...lineStatuses)) }),
  csv: 'import-rows',
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
        /** Error code of an invalid line. */
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
  access: 'admin',
  summary: 'Export the invalid lines as a file, each with its reason, to correct and upload again',
  // The file is written without an open transaction.
  transaction: 'own',
  params: One,
  query: Type.Object({ format: Type.Optional(StringEnum('csv', 'xlsx')) }),
  reply: [
    200,
    Type.Object({
      file_name: Type.String(),
      content_type: Type.String(),
      /** Content in base64. */
      content: Type.String(),
    }),
  ],
})

export const discardStudentImport = defineRoute({
  name: 'discardStudentImport',
  method: 'DELETE',
  path: `${bulk}/:job_id`,
  access: 'admin',
  summary: 'Discard or stop a student import; people who were already invited stay invited',
  params: One,
  reply: [200, OkReply],
})

export { refusals } from './refusals.ts'
