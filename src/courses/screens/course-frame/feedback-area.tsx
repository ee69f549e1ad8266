import { Outlet } from 'react-router'
import { SubNav } from '#ui/components/layout/sub-nav.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useEditedCourse } from './course-frame.tsx'

/** What the students of a course wrote: reviews, messages and questions. */
export default function FeedbackArea() {
  const { t } = useTranslation('courses')
  const course = useEditedCourse()
  const base = `/manage/courses/${course.id}/feedback`
  return (
    <>
      <SubNav
        label={t('builder.feedback')}
        links={[
          { to: `${base}/reviews`, label: t('builder.reviews') },
          { to: `${base}/messages`, label: t('builder.messages') },
          { to: `${base}/questions`, label: t('builder.questions') },
        ]}
      />
      <Outlet context={course} />
    </>
  )
}
