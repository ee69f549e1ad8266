import { Type } from 'typebox'
import { SavedCourse } from '#courses/contract.ts'
import {
  StringEnum,
  OkReply,
  Id,
  Instant,
  InstantText,
  SingleLineText,
  PageOf,
  Nullable,
  PagingParams,
  Text,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

export { refusals } from './refusals.ts'

const ById = Type.Object({ id: Id })

/** Moves all dates by whole days and keeps their time of day; `start_date` is the new date of the first one. */
const dateWish = {
  shift_days: Type.Optional(Type.Integer({ minimum: -36_500, maximum: 36_500 })),
  start_date: Type.Optional(InstantText),
}

// ---- Duplicates ----

export const duplicateCourse = defineRoute({
  name: 'duplicateCourse',
  method: 'POST',
  path: '/courses/v2/courses/:id/duplicate',
  access: 'staff',
  summary: 'Duplicate a course without its students; the copy is private',
  params: ById,
  body: Type.Object({ course_name: Type.Optional(SingleLineText(200)), ...dateWish }),
  reply: [201, SavedCourse],
  refusals: ['not_your_course'],
  idempotent: true,
})

// ---- Templates ----

const templateFields = {
  id: Id,
  name: Type.String(),
  description: Type.String(),
  lessons_count: Type.Integer(),
  contents_count: Type.Integer(),
  /** Part of the product and the same at every school. */
  is_built_in: Type.Boolean(),
  created_by_name: Nullable(Type.String()),
  created_at: Nullable(Instant),
  may_delete: Type.Boolean(),
}

export const listTemplates = defineRoute({
  name: 'listTemplates',
  method: 'GET',
  path: '/courses/v2/templates',
  access: 'staff',
  summary: 'List the school’s templates, newest first, or the built-in ones',
  query: Type.Object({ ...PagingParams, from: Type.Optional(StringEnum('school', 'gallery')) }),
  csv: 'templates',
  reply: [200, PageOf(Type.Object(templateFields))],
})

export const getTemplate = defineRoute({
  name: 'getTemplate',
  method: 'GET',
  path: '/courses/v2/templates/:id',
  access: 'staff',
  summary: 'Get a template with its outline',
  params: ById,
  reply: [
    200,
    Type.Object({
      ...templateFields,
      course_name: Type.String(),
      short_description: Type.String(),
      course_description: Type.String(),
      /** The earliest date of the template; null if it has none. */
      first_date: Nullable(Instant),
      variables: Type.Array(StringEnum('course_name', 'teacher', 'start_date')),
      lessons: Type.Array(
        Type.Object({
          title: Type.String(),
          contents: Type.Array(Type.Object({ type: Type.String(), title: Type.String() })),
        }),
      ),
    }),
  ],
})

export const createTemplate = defineRoute({
  name: 'createTemplate',
  method: 'POST',
  path: '/courses/v2/templates',
  access: 'staff',
  summary: 'Create a template from a course',
  body: Type.Object({ course_id: Id, name: SingleLineText(200), description: Type.Optional(Text(1_000)) }),
  reply: [201, Type.Object(templateFields)],
  refusals: ['not_your_course', 'template_limit_reached'],
  idempotent: true,
})

export const deleteTemplate = defineRoute({
  name: 'deleteTemplate',
  method: 'DELETE',
  path: '/courses/v2/templates/:id',
  access: 'staff',
  summary: 'Delete a template; courses created from it stay',
  params: ById,
  reply: [200, OkReply],
  refusals: ['not_your_template'],
})

export const createCourseFromTemplate = defineRoute({
  name: 'createCourseFromTemplate',
  method: 'POST',
  path: '/courses/v2/templates/:id/courses',
  access: 'staff',
  summary: 'Create a course from a template, with its variables filled in and its dates shifted',
  params: ById,
  body: Type.Object({ course_name: SingleLineText(200), ...dateWish }),
  reply: [201, SavedCourse],
  idempotent: true,
})

// ---- Archives ----

const underWay = {
  id: Id,
  processed_bytes: Type.Integer(),
  total_bytes: Type.Integer(),
  /** Error code with a text in the screens. */
  failure: Nullable(Type.String()),
  created_at: Instant,
  finished_at: Nullable(Instant),
}

const CourseExport = Type.Object({
  ...underWay,
  course_id: Id,
  state: StringEnum('waiting', 'running', 'done', 'failed', 'expired'),
  /** Private link to the finished archive, valid for some hours. */
  url: Nullable(Type.String()),
  file_name: Nullable(Type.String()),
  size: Nullable(Type.Integer()),
})

export const exportCourse = defineRoute({
  name: 'exportCourse',
  method: 'POST',
  path: '/courses/v2/courses/:id/exports',
  access: 'staff',
  summary: 'Start the export of a course as an archive; returns a running export if one exists',
  limits: [{ by: 'user', max: 30, seconds: 3600 }],
  params: ById,
  reply: [202, CourseExport],
  refusals: ['not_your_course'],
  idempotent: true,
})

export const getExport = defineRoute({
  name: 'getExport',
  method: 'GET',
  path: '/courses/v2/exports/:id',
  access: 'staff',
  summary: 'Get the progress and download address of an export',
  params: ById,
  reply: [200, CourseExport],
})

export const getLatestExport = defineRoute({
  name: 'getLatestExport',
  method: 'GET',
  path: '/courses/v2/courses/:id/exports/latest',
  access: 'staff',
  summary: 'Get the caller’s latest export of a course, or null',
  params: ById,
  reply: [200, Type.Object({ export: Nullable(CourseExport) })],
  refusals: ['not_your_course'],
})

const CourseImport = Type.Object({
  ...underWay,
  state: StringEnum('waiting', 'running', 'done', 'failed'),
  course_id: Nullable(Id),
  /** Differences from the archive; for a refused archive, its errors. */
  report: Type.Array(Type.Object({ code: Type.String(), path: Type.String(), name: Type.String() })),
})

export const importCourse = defineRoute({
  name: 'importCourse',
  method: 'POST',
  path: '/courses/v2/imports',
  access: 'staff',
  summary: 'Import a course from an archive that was uploaded for course_archive',
  limits: [{ by: 'user', max: 30, seconds: 3600 }],
  body: Type.Object({
    upload_id: Id,
    course_name: Type.Optional(SingleLineText(200)),
    /** Keeps the visibility of the document; otherwise the course is private. */
    keep_public: Type.Optional(Type.Boolean()),
    ...dateWish,
  }),
  reply: [202, CourseImport],
  idempotent: true,
})

export const getImport = defineRoute({
  name: 'getImport',
  method: 'GET',
  path: '/courses/v2/imports/:id',
  access: 'staff',
  summary: 'Get the progress and result of an import',
  params: ById,
  reply: [200, CourseImport],
})
