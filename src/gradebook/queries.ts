import type { CategoryMethod, Grade, ScaleStep } from '#lib/grades/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** Categories, items and scale of a course in their order; version 0 if nothing was saved yet. */
export async function loadGradebook({ tx, school_id }: Ctx, course_id: string) {
  const book = await tx
    .selectFrom('gradebooks')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .select(['version', 'is_released', 'scale'])
    .executeTakeFirst()
  const categories = await tx
    .selectFrom('grade_categories')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .select(['id', 'name', 'weight', 'method', 'drop_lowest'])
    .orderBy('position')
    .execute()
  const items = await tx
    .selectFrom('grade_items')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .select([
      'id',
      'name',
      'category_id',
      'max_points',
      'weight',
      'is_extra_credit',
      'due_at',
      'assessment_id',
    ])
    .orderBy('position')
    .execute()
  return {
    course_id,
    version: book?.version ?? 0,
    is_released: book?.is_released ?? false,
    scale: (book?.scale ?? []) as unknown as ScaleStep[],
    categories: categories.map((one) => ({ ...one, method: one.method as CategoryMethod })),
    items: items.map((one) => ({ ...one, due_at: one.due_at?.toISOString() ?? null })),
  }
}
export type Gradebook = Awaited<ReturnType<typeof loadGradebook>>

export interface StoredGrade extends Grade {
  is_late: boolean
  is_override: boolean
  version: number
}

/** With the result of the assessment in percent; null: none. */
export interface GradeWithResult extends StoredGrade {
  result_percent: number | null
  result_is_late: boolean
  updated_at: Date
}

/** Grades of these students in a course. */
export async function loadGrades(
  { tx, school_id }: Ctx,
  course_id: string,
  user_ids: readonly string[],
): Promise<Map<string, GradeWithResult[]>> {
  if (user_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('grades')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('user_id', 'in', [...user_ids])
    .select(['user_id', 'item_id', 'points', 'is_excused', 'is_late', 'is_override', 'version'])
    .select(['result_percent', 'result_is_late', 'updated_at'])
    .orderBy('user_id')
    .orderBy('item_id')
    .execute()
  const grades = new Map<string, GradeWithResult[]>()
  for (const { user_id, ...grade } of rows) {
    const own = grades.get(user_id)
    if (own) own.push(grade)
    else grades.set(user_id, [grade])
  }
  return grades
}
