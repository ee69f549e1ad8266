import { Type } from 'typebox'
import { categoryMethods } from '#lib/grades/index.ts'
import {
  Id,
  Instant,
  InstantText,
  Nullable,
  PageOf,
  PagingParams,
  SingleLineText,
  StringEnum,
  Text,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

export { refusals } from './refusals.ts'
export * from './files-contract.ts'

const gradebook = '/assessments/v2/gradebook/:course_id'
const CourseParams = Type.Object({ course_id: Id })
const StudentParams = Type.Object({ course_id: Id, student_id: Id })
const Weight = Type.Number({ minimum: 0, maximum: 1_000 })

/** New categories and items bring the id that the client chose. */
const Category = Type.Object({
  id: Id,
  name: SingleLineText(200),
  weight: Weight,
  method: StringEnum(...categoryMethods),
  /** Lowest items that are left out; at least one counts. */
  drop_lowest: Type.Integer({ minimum: 0, maximum: 100 }),
})
const Item = Type.Object({
  id: Id,
  name: SingleLineText(200),
  category_id: Id,
  max_points: Type.Number({ minimum: 0.01, maximum: 100_000 }),
  weight: Weight,
  is_extra_credit: Type.Boolean(),
  /** Grades that are missing after it are shown as missing. */
  due_at: Nullable(InstantText),
  /** Assessment of the course whose results become grades. */
  assessment_id: Nullable(Id),
})
const Step = Type.Object({
  label: SingleLineText(20),
  min_percent: Type.Number({ minimum: 0, maximum: 1_000 }),
})
const setup = {
  is_released: Type.Boolean(),
  /** Empty: percentages only. */
  scale: Type.Array(Step, { maxItems: 50 }),
  categories: Type.Array(Category, { maxItems: 50 }),
  items: Type.Array(Item, { maxItems: 300 }),
}

/** Categories, items and scale of a course; `version` is 0 before it was saved first. */
const Gradebook = Type.Object({ course_id: Id, version: Type.Integer(), ...setup })

/** Null points: not graded. */
const Grade = Type.Object({
  item_id: Id,
  points: Nullable(Type.Number()),
  is_excused: Type.Boolean(),
  is_late: Type.Boolean(),
  /** A person set it, with a reason, and the result of the assessment does not change it. */
  is_override: Type.Boolean(),
  /** Result of the assessment, also while a person's grade counts; null: none. */
  result_percent: Nullable(Type.Number()),
  /** Grows with every change. */
  version: Type.Integer(),
})

const totals = {
  /** Of what was graded so far, rounded half up to two decimals. */
  total_percent: Nullable(Type.Number()),
  /** With missing grades as 0. */
  total_with_missing: Nullable(Type.Number()),
  /** Label of the scale for `total_percent`. */
  grade_label: Nullable(Type.String()),
}

export const getGradebook = defineRoute({
  name: 'getGradebook',
  method: 'GET',
  path: gradebook,
  access: 'staff',
  summary: 'Get categories, items and scale of the gradebook of a course',
  params: CourseParams,
  reply: [200, Gradebook],
  refusals: ['not_your_course'],
})

export const saveGradebook = defineRoute({
  name: 'saveGradebook',
  method: 'PUT',
  path: gradebook,
  access: 'staff',
  summary: 'Save categories, items and scale of the gradebook, and release it to students',
  params: CourseParams,
  /** `version` as last read: a later version is not overwritten. */
  body: Type.Object({ version: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }), ...setup }),
  bodyLimitBytes: 400_000,
  reply: [200, Gradebook],
  refusals: ['not_your_course', 'edit_conflict', 'grade_item_in_use'],
})

export const listGrades = defineRoute({
  name: 'listGrades',
  method: 'GET',
  path: `${gradebook}/grades`,
  access: 'staff',
  summary: 'List the approved students of a course with grades and totals, by name',
  params: CourseParams,
  query: Type.Object({ search: Type.Optional(Type.String({ maxLength: 100 })), ...PagingParams }),
  csv: 'grades',
  reply: [
    200,
    PageOf(
      Type.Object({
        student_id: Id,
        name: Type.String(),
        email: Type.String(),
        grades: Type.Array(Grade),
        ...totals,
      }),
    ),
  ],
  refusals: ['not_your_course'],
})

export const saveGrades = defineRoute({
  name: 'saveGrades',
  method: 'PUT',
  path: `${gradebook}/grades`,
  access: 'staff',
  summary: 'Save grades of approved students, with the reason; grades that others changed are returned',
  params: CourseParams,
  body: Type.Object({
    reason: Type.Optional(Text(500)),
    grades: Type.Array(
      Type.Object({
        student_id: Id,
        item_id: Id,
        points: Nullable(Type.Number({ minimum: 0, maximum: 1_000_000 })),
        is_excused: Type.Optional(Type.Boolean()),
        is_late: Type.Optional(Type.Boolean()),
        /** false: takes the grade of an assessment back to its result. */
        is_override: Type.Optional(Type.Boolean()),
        /** As last read, 0 for none: a later version is not overwritten, but returned as a conflict. */
        version: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
      }),
      { minItems: 1, maxItems: 500 },
    ),
  }),
  bodyLimitBytes: 150_000,
  reply: [
    200,
    Type.Object({
      saved: Type.Array(Type.Object({ student_id: Id, ...Grade.properties })),
      conflicts: Type.Array(
        Type.Object({
          student_id: Id,
          ...Grade.properties,
          changed_by_name: Nullable(Type.String()),
          changed_at: Instant,
        }),
      ),
    }),
  ],
  refusals: ['not_your_course'],
})

export const getGradeHistory = defineRoute({
  name: 'getGradeHistory',
  method: 'GET',
  path: `${gradebook}/students/:student_id/history`,
  access: 'staff',
  summary: 'Get the last 200 changes of the grades of a student',
  params: StudentParams,
  query: Type.Object({ item_id: Type.Optional(Id) }),
  reply: [
    200,
    Type.Object({
      changes: Type.Array(
        Type.Object({
          item_id: Id,
          points: Nullable(Type.Number()),
          is_excused: Type.Boolean(),
          is_late: Type.Boolean(),
          /** The result of the assessment changed the grade. */
          is_result: Type.Boolean(),
          reason: Type.String(),
          changed_by: Nullable(Id),
          changed_by_name: Nullable(Type.String()),
          changed_at: Instant,
        }),
      ),
    }),
  ],
  refusals: ['not_your_course'],
})

export const getMyGrades = defineRoute({
  name: 'getMyGrades',
  method: 'GET',
  path: `${gradebook}/my-grades`,
  access: 'student',
  summary: 'Get the own grades and totals in a course, once they are released',
  params: CourseParams,
  reply: [
    200,
    Type.Object({
      course_id: Id,
      /** Before the release the rest is empty, as it is without a gradebook. */
      is_released: Type.Boolean(),
      scale: setup.scale,
      categories: setup.categories,
      items: setup.items,
      grades: Type.Array(Grade),
      ...totals,
    }),
  ],
  refusals: ['not_enrolled'],
})
