import StudentDetails, { handle as details } from '#learning/screens/students/student-details.tsx'
import { StaffNotes } from '#student-contact/screens/staff-notes.tsx'
import { StudentMessages } from '#student-contact/screens/student-messages.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'

export const handle: ScreenHandle = {
  ...details,
  namespaces: [...(details.namespaces ?? []), 'student-contact'],
}

/** The page of a student, with notes of staff and messages. */
export default function StudentDetailsPage() {
  return (
    <StudentDetails
      contact={(student) => (
        <>
          <StaffNotes student_id={student.student_id} />
          <StudentMessages {...student} />
        </>
      )}
    />
  )
}
