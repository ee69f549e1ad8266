import { mayEditCourse, type TaughtCourse } from '#courses/index.ts'
import { isStaff, type Actor } from '#tenancy/context/request-context.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

/** A thread is of somebody who has completed the course and was not removed from it. */
export function mayHaveThread(student: { status: string; completed_at: Date | null } | null): Verdict {
  if (!student || student.status === 'removed') return refuse('not_enrolled')
  return student.completed_at ? allow : refuse('course_not_completed')
}

/** What was said is between the student and the staff of the course. */
export function mayReadThread(actor: Actor, course: TaughtCourse, student_id: string): Verdict {
  if (isStaff(actor)) return mayEditCourse(actor, course)
  return actor.id === student_id ? allow : refuse('not_found')
}
