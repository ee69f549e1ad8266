import { Outlet } from 'react-router'
import { SubNav } from '#ui/components/layout/sub-nav.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useEditedCourse } from './course-frame.tsx'

/** The students of a course: their list, their progress and their groups. */
export default function StudentsArea() {
  const { t } = useTranslation('courses')
  const course = useEditedCourse()
  const base = `/manage/courses/${course.id}/students`
  return (
    <>
      <SubNav
        label={t('builder.students')}
        links={[
          { to: base, label: t('builder.studentList'), end: true },
          { to: `${base}/progress`, label: t('builder.progress') },
          { to: `${base}/groups`, label: t('builder.groups') },
        ]}
      />
      <Outlet context={course} />
    </>
  )
}
