import StudentDetails, { handle as details } from '#learning/screens/students/student-details.tsx'
import { StaffNotes } from '#student-contact/screens/staff-notes.tsx'
import { StudentMessages } from '#student-contact/screens/student-messages.tsx'
import { StudentSubscriptions } from '#subscriptions/screens/student-subscriptions.tsx'
import { useSession } from '#tenancy/client/frame.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'

export const handle: ScreenHandle = {
  ...details,
  namespaces: [...(details.namespaces ?? []), 'student-contact', 'subscriptions'],
}

/** The page of a student, with notes of staff and messages. */
export default function StudentDetailsPage() {
  const type = useSession()?.user_type
  const isAdmin = type === 'admin' || type === 'account_user'
  return (
    <StudentDetails
      contact={(student) => (
        <>
          {isAdmin && <StudentSubscriptions student_id={student.student_id} />}
          <StaffNotes student_id={student.student_id} />
          <StudentMessages {...student} />
        </>
      )}
    />
  )
}
