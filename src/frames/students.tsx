import { WaitingMailNotice } from '#accounts/screens/people/mail-allowance-notice.tsx'
import Students, { handle as screen } from '#learning/screens/students/students.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'

export const handle: ScreenHandle = {
  ...screen,
  namespaces: [...(screen.namespaces ?? []), 'mail-allowance'],
}

/** The students of the school, with the number of deferred mails. */
export default function StudentsScreen() {
  return <Students notice={<WaitingMailNotice />} />
}
