import type { Ctx } from '#tenancy/context/request-context.ts'
import { studentsWhoCompleted } from '../enrolments/student-queries.ts'

/** What a student must have done in a course. */
export interface CourseCondition {
  course_id: string
  /** An assessment of the course, in which the student must have this score, from 0 to 100; null: none. */
  content_id: string | null
  min_score: number | null
}

/** The scope of a search: these students, or all whose ids follow one, and at most how many. */
interface Scope {
  student_ids?: readonly string[]
  after?: string
  limit: number
}

/** Students who completed a course and reached the score in its assessment, by id. */
export function findStudentsWhoMeet(
  ctx: Ctx,
  { course_id, content_id, min_score }: CourseCondition,
  { student_ids, after, limit }: Scope,
) {
  return studentsWhoCompleted(ctx, course_id)
    .$if(student_ids !== undefined, (students) => students.where('u.id', 'in', [...student_ids!]))
    .$if(content_id !== null, (students) =>
      students.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('content_progress as p')
            .where('p.school_id', '=', ctx.school_id)
            .whereRef('p.user_id', '=', 'u.id')
            .where('p.content_id', '=', content_id!)
            .where('p.score', '>=', min_score ?? 0)
            .select('p.content_id'),
        ),
      ),
    )
    .$if(after !== undefined, (students) => students.where('u.id', '>', after!))
    .orderBy('u.id')
    .limit(limit)
    .execute()
}
