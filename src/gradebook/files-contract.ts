import { Type } from 'typebox'
import { Id, Nullable, SingleLineText, StringEnum } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

const file = '/assessments/v2/gradebook/:course_id/file'
const CourseParams = Type.Object({ course_id: Id })
const Value = Type.Object({ points: Nullable(Type.Number()), is_excused: Type.Boolean() })

export const exportGrades = defineRoute({
  name: 'exportGrades',
  method: 'GET',
  path: file,
  access: 'staff',
  summary: 'Get all grades of a course as a table that can be changed and imported again',
  params: CourseParams,
  query: Type.Object({ format: Type.Optional(StringEnum('csv', 'xlsx')) }),
  reply: [
    200,
    Type.Object({
      file_name: Type.String(),
      content_type: Type.String(),
      /** In base64. */
      content: Type.String(),
    }),
  ],
  refusals: ['not_your_course', 'too_many_students_for_file'],
})

export const importGrades = defineRoute({
  name: 'importGrades',
  method: 'POST',
  path: file,
  access: 'staff',
  summary: 'Compare a table with the grades of a course, and store the changes of a preview',
  params: CourseParams,
  body: Type.Object({
    /** Recorded as the reason of the changes. */
    file_name: SingleLineText(255),
    /** CSV or XLSX in base64. */
    content: Type.String({ minLength: 1, maxLength: 4_000_000, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
    /** Of the preview whose changes are stored; absent: preview. */
    digest: Type.Optional(Type.String({ minLength: 64, maxLength: 64 })),
  }),
  bodyLimitBytes: 4_100_000,
  transaction: 'own',
  reply: [
    200,
    Type.Object({
      digest: Type.String(),
      is_applied: Type.Boolean(),
      unknown_columns: Type.Array(Type.String()),
      refused_count: Type.Integer(),
      /** The first 500. */
      refused: Type.Array(
        Type.Object({
          line: Type.Integer(),
          student: Type.String(),
          /** Null: the whole row is refused. */
          item_id: Nullable(Id),
          value: Type.String(),
          code: StringEnum('duplicate_student', 'unknown_student', 'changed_since_export', 'not_a_grade'),
          changed_by_name: Nullable(Type.String()),
        }),
      ),
      changed_count: Type.Integer(),
      /** The first 500. */
      changed: Type.Array(
        Type.Object({ student_id: Id, student: Type.String(), item_id: Id, before: Value, after: Value }),
      ),
      unchanged_count: Type.Integer(),
    }),
  ],
  refusals: [
    'not_your_course',
    'too_many_students_for_file',
    'grade_file_unreadable',
    'grades_changed_since_preview',
  ],
})
