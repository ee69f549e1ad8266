import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle, IconCircleCheck, IconWorldUpload } from '@tabler/icons-react'
import { lazy, Suspense, useEffect } from 'react'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import type { EditedCourse } from './course-frame.tsx'
import classes from './course-status.module.css'

const PublishDialog = lazy(() =>
  import('./publish-course-dialog.tsx').then(({ PublishCourseDialog }) => ({ default: PublishCourseDialog })),
)

/** Whether the course is public and what is not published; opens the list of what is missing. */
export function CourseStatus({ course }: { course: EditedCourse }) {
  const { t } = useTranslation('courses')
  const [opened, { open, close }] = useDisclosure(false)
  const check = useCheck(course.id)
  const count = check?.unpublished_count ?? 0
  const isPublic = course.course_isPublic
  const isEmpty = isPublic && check?.may_publish === false
  const Icon = isEmpty ? IconAlertTriangle : isPublic ? IconCircleCheck : IconWorldUpload
  return (
    <>
      <Button
        variant={isPublic ? 'default' : 'light'}
        {...(isEmpty && { color: 'error' })}
        leftSection={<Icon size={20} aria-hidden />}
        aria-haspopup="dialog"
        onClick={open}
      >
        {t(isPublic ? 'status.public' : 'status.draft')}
        {count > 0 && <span className={classes.count}>{t('status.unpublished', { count })}</span>}
        {!isPublic && <span className={classes.next}>{t('status.publish')}</span>}
      </Button>
      {opened && (
        <Suspense>
          <PublishDialog course={course} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** The check, read again after changes of the outline that is on screen. */
function useCheck(id: string) {
  const { data, refetch } = useApiQuery(contract.checkPublishing, { id })
  const { data: outline } = useApiQuery(contract.getCourseContents, { id }, { enabled: false })
  useEffect(() => {
    if (!outline) return
    // Changes show before the server has them.
    const timer = setTimeout(() => void refetch(), 1_500)
    return () => clearTimeout(timer)
  }, [outline, refetch])
  return data
}
