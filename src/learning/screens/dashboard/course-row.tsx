import { Badge, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { ResponsiveImage } from '#ui/components/responsive-image.tsx'
import { ProgressBar } from '#ui/components/feedback/progress-bar.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { GeneratedCover } from '#ui/public/generated-cover.tsx'
import type { listMyCourses } from '../../contract.ts'
import { StatusBadge } from '../status-badge.tsx'
import classes from './dashboard.module.css'

export type MyCourse = ApiReply<typeof listMyCourses>['data'][number]

/** A course of the student in one row, with progress or status. The whole row is a link. */
export function CourseRow({ course }: { course: MyCourse }) {
  const { t } = useTranslation('learning')
  const { progress, no_access_reason } = course
  return (
    <li className={classes.row}>
      <Cover course={course} />
      <div className={classes.rowWords}>
        <h3 className={classes.rowTitle}>
          <Link to={`/learn/${course.course_id}`} prefetch="intent">
            {course.course_name}
          </Link>
        </h3>
        <Detail course={course} />
      </div>
      <div className={classes.rowState}>
        {no_access_reason === null ? (
          <ProgressBar
            share={progress.percentage / 100}
            label={t('dashboard.progress', { course: course.course_name })}
          />
        ) : (
          <ClosedState course={course} />
        )}
      </div>
    </li>
  )
}

/** Why the course cannot be opened now. */
function ClosedState({ course: { no_access_reason, course_start_date, status } }: { course: MyCourse }) {
  const { t } = useTranslation('learning')
  if (no_access_reason === 'course_coming_soon') return <Badge color="accent">{t('dashboard.soon')}</Badge>
  if (no_access_reason === 'course_not_started' && course_start_date)
    return (
      <Text size="sm" c="dimmed">
        {t('dashboard.starts')} <Time at={course_start_date} style="datetime" />
      </Text>
    )
  return <StatusBadge status={status === 'approved' ? 'expired' : status} />
}

/** The date of the request or of the end of access, else the teacher. */
function Detail({ course }: { course: MyCourse }) {
  const { t } = useTranslation('learning')
  const { status, no_access_reason, student_approval_end_date, created_at, course_teacher_name } = course
  const detail =
    status === 'pending' ? (
      <>
        {t('dashboard.asked')} <Time at={created_at} style="relative" />
      </>
    ) : no_access_reason === null && student_approval_end_date ? (
      <>
        {t('dashboard.until')} <Time at={student_approval_end_date} style="date" />
      </>
    ) : (
      course_teacher_name
    )
  return (
    detail && (
      <Text size="sm" c="dimmed">
        {detail}
      </Text>
    )
  )
}

/** The course's image, or a generated one. */
export function Cover({ course }: { course: Pick<MyCourse, 'image_url' | 'course_name'> }) {
  if (course.image_url)
    return (
      <ResponsiveImage
        src={course.image_url}
        alt=""
        className={classes.cover}
        width={640}
        height={360}
        sizes="13rem"
        loading="lazy"
      />
    )
  return <GeneratedCover text={course.course_name} className={classes.cover} />
}
