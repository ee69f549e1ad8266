import { mayEditCourse, type TaughtCourse } from '#courses/index.ts'
import { isStaff, type Actor } from '#tenancy/access/actor.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

/** Threads are for students who completed the course and were not removed from it. */
export function mayHaveThread(student: { status: string; completed_at: Date | null } | null): Verdict {
  if (!student || student.status === 'removed') return refuse('not_enrolled')
  return student.completed_at ? allow : refuse('course_not_completed')
}

/** A thread is visible to its student and the staff of the course. */
export function mayReadThread(actor: Actor, course: TaughtCourse, student_id: string): Verdict {
  if (isStaff(actor)) return mayEditCourse(actor, course)
  return actor.id === student_id ? allow : refuse('not_found')
}
