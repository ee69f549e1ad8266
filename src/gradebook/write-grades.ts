import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { StoredGrade } from './queries.ts'

export interface ChangedGrade extends StoredGrade {
  student_id: string
}

export interface GradeChange {
  course_id: string
  changed: readonly ChangedGrade[]
  reason: string
  changed_by: string | null
  /** The result of an assessment changed the grades. */
  is_result: boolean
}

/** Stores grades and their history. The caller has locked the totals of the students. */
export async function writeGrades(ctx: Ctx, change: GradeChange) {
  const { tx, school_id, now } = ctx
  const { course_id, changed, reason, changed_by, is_result } = change
  if (changed.length === 0) return
  await tx
    .insertInto('grades')
    .values(
      changed.map(({ student_id: user_id, item_id, points, is_excused, is_late, is_override, version }) => {
        const grade = { item_id, points, is_excused, is_late, is_override, version }
        return { school_id, course_id, user_id, ...grade, updated_at: now }
      }),
    )
    .onConflict((on) =>
      on.columns(['school_id', 'course_id', 'user_id', 'item_id']).doUpdateSet(({ ref }) => ({
        points: ref('excluded.points'),
        is_excused: ref('excluded.is_excused'),
        is_late: ref('excluded.is_late'),
        is_override: ref('excluded.is_override'),
        version: ref('excluded.version'),
        updated_at: ref('excluded.updated_at'),
      })),
    )
    .execute()
  await tx
    .insertInto('grade_history')
    .values(
      changed.map(({ student_id: user_id, item_id, points, is_excused, is_late }) => {
        const grade = { user_id, item_id, points, is_excused, is_late }
        return { school_id, id: newId(), course_id, ...grade, reason, changed_by, is_result, changed_at: now }
      }),
    )
    .execute()
}
