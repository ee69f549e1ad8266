import { defineEvent } from '#tenancy/context/domain-events.ts'

/** The result of a student in an assessment of a course changed, also when it is not released to the student yet. */
export const resultChanged = defineEvent<{
  /** Course through which the student took it: that of the content, or a mirror of it. */
  course_id: string
  assessment_id: string
  /** Null: the assessment is in no lesson. */
  content_id: string | null
  student_id: string
  /** 0 to 100; null while a person must mark the answers. */
  score: number | null
  /** An attempt that counts was submitted after the due time. */
  is_late: boolean
  /** The student submitted at least one attempt. */
  is_submitted: boolean
  /** The score reached the pass mark; without a pass mark, the student submitted. */
  is_passed: boolean
}>('assessment_result_changed')
