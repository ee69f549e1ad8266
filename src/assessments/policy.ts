import type { QuestionType } from '#lib/questions/index.ts'
import { mayEditCourse, type TaughtCourse } from '#courses/index.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'
import { isAdmin, isStaff, type Actor } from '#tenancy/access/actor.ts'

export const maxAssessments = 10_000
/** Maximum number of questions in one attempt. */
export const maxSlots = 200

type Who = Pick<Actor, 'id' | 'role'>

interface EditedAssessment {
  created_by: string | null
  /** Null: an assessment of the whole school. */
  course: TaughtCourse | null
}

/** The teacher of the course and admins; without a course, admins and the teacher who created it. */
export function mayEditAssessment(actor: Who, { created_by, course }: EditedAssessment): Verdict {
  if (!isStaff(actor)) return refuse('forbidden')
  if (course) return mayEditCourse(actor, course)
  return isAdmin(actor) || created_by === actor.id ? allow : refuse('not_your_assessment')
}

export const mayAddAssessment = (existing: number): Verdict =>
  existing < maxAssessments ? allow : refuse('too_many_assessments')

/** Whether students can answer questions of a type: files and recordings cannot be sent yet. */
export const isAnswerable = (type: QuestionType) => type !== 'file_upload' && type !== 'recording'
