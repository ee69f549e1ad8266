import { useEditedCourse } from '#courses/screens/course-frame/course-frame.tsx'
import { SettingsPage } from '#courses/screens/settings/settings-page.tsx'
import CourseCopies, { handle as copies } from '#import-export/screens/course-copies.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'

export const handle: ScreenHandle = {
  ...copies,
  namespaces: [...(copies.namespaces ?? []), 'courses'],
}

/** Duplicate, template and archive of a course, beside the list of its settings. */
export default function CourseCopiesPage() {
  const course = useEditedCourse()
  return (
    <SettingsPage course_id={course.id}>
      <CourseCopies />
    </SettingsPage>
  )
}
