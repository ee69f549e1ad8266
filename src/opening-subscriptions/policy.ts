import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

export interface OpeningState {
  course_is_public: boolean
  is_coming_soon: boolean
}

/** A private course does not exist for visitors; an open course needs no notice. */
export function maySubscribe({ course_is_public, is_coming_soon }: OpeningState): Verdict {
  if (!course_is_public) return refuse('not_found')
  return is_coming_soon ? allow : refuse('course_is_open')
}

export const isCourseOpen = (course: OpeningState) => course.course_is_public && !course.is_coming_soon
