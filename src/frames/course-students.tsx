import { WaitingMailNotice } from '#accounts/screens/people/mail-allowance-notice.tsx'
import CourseStudents, { handle as screen } from '#learning/screens/students/course-students.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'

export const handle: ScreenHandle = {
  ...screen,
  namespaces: [...(screen.namespaces ?? []), 'mail-allowance'],
}

/** The students of a course, with the number of deferred mails. */
export default function CourseStudentsScreen() {
  return <CourseStudents notice={<WaitingMailNotice />} />
}
