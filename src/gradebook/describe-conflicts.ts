import type { Ctx } from '#tenancy/context/request-context.ts'

interface GradeKey {
  student_id: string
  item_id: string
}

/** Who changed these grades last, and when. */
export async function describeConflicts<Grade extends GradeKey>(
  { tx, school_id, now }: Ctx,
  course_id: string,
  grades: readonly Grade[],
): Promise<(Grade & { changed_by_name: string | null; changed_at: Date })[]> {
  if (grades.length === 0) return []
  const changes = await tx
    .selectFrom('grade_history as h')
    .leftJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'h.school_id').onRef('u.id', '=', 'h.changed_by'),
    )
    .where('h.school_id', '=', school_id)
    .where('h.course_id', '=', course_id)
    .where(
      'h.user_id',
      'in',
      grades.map(({ student_id }) => student_id),
    )
    .where(
      'h.item_id',
      'in',
      grades.map(({ item_id }) => item_id),
    )
    .distinctOn(['h.user_id', 'h.item_id'])
    .orderBy('h.user_id')
    .orderBy('h.item_id')
    .orderBy('h.changed_at', 'desc')
    .orderBy('h.id', 'desc')
    .select(['h.user_id', 'h.item_id', 'h.changed_at', 'u.name'])
    .execute()
  return grades.map((grade) => {
    const last = changes.find(
      ({ user_id, item_id }) => user_id === grade.student_id && item_id === grade.item_id,
    )
    return { ...grade, changed_by_name: last?.name ?? null, changed_at: last?.changed_at ?? now }
  })
}
