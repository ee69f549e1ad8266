import type { Ctx } from '#tenancy/context/request-context.ts'

/** Whether the actor teaches a course in which the student is enrolled. A removed student belongs to no course. */
export async function teachesStudent({ tx, school_id, actor }: Ctx, student_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('enrolments as e')
    .innerJoin('courses as c', (on) =>
      on.onRef('c.school_id', '=', 'e.school_id').onRef('c.id', '=', 'e.course_id'),
    )
    .where('e.school_id', '=', school_id)
    .where('e.user_id', '=', student_id)
    .where('e.status', '<>', 'removed')
    .where('c.deleted_at', 'is', null)
    .where(({ or, eb }) => or([eb('c.course_teacher_id', '=', actor.id), eb('c.created_by', '=', actor.id)]))
    .select('e.course_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
