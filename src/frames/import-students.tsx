import { WaitingMailNotice } from '#accounts/screens/people/mail-allowance-notice.tsx'
import ImportStudents, { handle as screen } from '#student-imports/screens/import-students-screen.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'

export const handle: ScreenHandle = {
  ...screen,
  namespaces: [...(screen.namespaces ?? []), 'mail-allowance'],
}

/** The import of students, with the number of deferred mails. */
export default function ImportStudentsScreen() {
  return <ImportStudents notice={<WaitingMailNotice />} />
}
