import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { lockEnrolments } from '../queries.ts'
import { completeCourse } from './complete-course.ts'

export interface AssessmentResult {
  /** Course through which the student took it: that of the content, or a mirror of it. */
  course_id: string
  /** Null: the assessment is in no lesson. */
  content_id: string | null
  student_id: string
  /** 0 to 100; null while there is none. */
  score: number | null
  is_submitted: boolean
  is_passed: boolean
}

/**
 * Stores the newest result of a student in the assessment of a content, which opens the contents that wait for a score
 * and completes this one by its rule. Repeating it changes nothing, and a worse result later takes no completion back.
 */
export async function recordAssessmentResult(ctx: Ctx, result: AssessmentResult): Promise<void> {
  const { course_id, student_id: user_id, content_id } = result
  if (content_id === null) return
  await storeResult(ctx, { ...result, content_id })
  if (!(await completeContent(ctx, { ...result, content_id }))) return
  // Another device may complete the last content but this at the same time: see finishCourse.
  await lockEnrolments(ctx, course_id, [user_id])
  await completeCourse(ctx, course_id, [{ user_id, content_id }])
}

type ContentResult = AssessmentResult & { content_id: string }

async function storeResult({ tx, school_id, now }: Ctx, result: ContentResult) {
  const { content_id, student_id, is_submitted, is_passed } = result
  await sql`
    insert into content_progress as p
      (school_id, user_id, course_id, content_id, opened_at, score, is_submitted, is_passed, updated_at)
    select t.school_id, ${student_id}, t.course_id, t.id, ${now}, ${roundedScore(result.score)}::double precision,
      ${is_submitted}, ${is_passed}, ${now}
    from contents t
    where t.school_id = ${school_id} and t.id = ${content_id} and t.type = 'assessment'
    on conflict (school_id, user_id, content_id) do update set
      score = excluded.score, is_submitted = excluded.is_submitted, is_passed = excluded.is_passed,
      updated_at = excluded.updated_at
    where (p.score, p.is_submitted, p.is_passed)
      is distinct from (excluded.score, excluded.is_submitted, excluded.is_passed)`.execute(tx)
}

/** Completes the content if its rule is fulfilled. Returns whether it was not completed before. */
async function completeContent({ tx, school_id, now }: Ctx, { content_id, student_id }: ContentResult) {
  const { rows } = await sql`
    update content_progress p set completed_at = ${now}, updated_at = ${now}
    from contents t
    where p.school_id = ${school_id} and p.user_id = ${student_id} and p.content_id = ${content_id}
      and t.school_id = p.school_id and t.id = p.content_id and t.type = 'assessment'
      and p.completed_at is null and p.marked_completed is not false
      and case coalesce(t.completion_rule, 'submitted')
        when 'submitted' then p.is_submitted when 'passed' then p.is_passed else false end
    returning p.content_id`.execute(tx)
  return rows.length > 0
}

/** Without the errors of a division: 57 of 100 points are 57, not 56.999999. */
const roundedScore = (score: number | null) =>
  score === null ? null : Math.min(100, Math.max(0, Math.round(score * 10_000) / 10_000))
