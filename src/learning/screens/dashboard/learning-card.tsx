import { Badge, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { ResponsiveImage } from '#ui/components/responsive-image.tsx'
import { ProgressBar } from '#ui/components/feedback/progress-bar.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { listMyCourses } from '../../contract.ts'
import { StatusBadge } from '../status-badge.tsx'
import classes from './dashboard.module.css'

export type MyCourse = ApiReply<typeof listMyCourses>['data'][number]

/** A course of the student with progress and end. The whole card is a link. */
export function LearningCard({ course }: { course: MyCourse }) {
  const { t } = useTranslation('learning')
  const { progress, no_access_reason, status } = course
  const open = no_access_reason === null
  return (
    <li className={classes.card}>
      <Cover course={course} />
      <div className={classes.cardWords}>
        <h3 className={classes.cardTitle}>
          <Link to={`/learn/${course.course_id}`}>{course.course_name}</Link>
        </h3>
        {course.course_teacher_name && (
          <Text size="sm" c="dimmed">
            {course.course_teacher_name}
          </Text>
        )}
        {open ? (
          <ProgressBar
            share={progress.percentage / 100}
            label={t('dashboard.progress', { course: course.course_name })}
          />
        ) : (
          <div>
            {no_access_reason === 'course_coming_soon' ? (
              <Badge color="accent">{t('dashboard.soon')}</Badge>
            ) : no_access_reason === 'course_not_started' && course.course_start_date ? (
              <Text size="sm" c="dimmed">
                {t('dashboard.starts')} <Time at={course.course_start_date} style="datetime" />
              </Text>
            ) : (
              <StatusBadge status={status === 'approved' ? 'expired' : status} />
            )}
          </div>
        )}
        <Until course={course} />
      </div>
    </li>
  )
}

function Until({ course }: { course: MyCourse }) {
  const { t } = useTranslation('learning')
  if (course.status === 'pending')
    return (
      <Text size="sm" c="dimmed">
        {t('dashboard.asked')} <Time at={course.created_at} style="relative" />
      </Text>
    )
  if (course.no_access_reason !== null || !course.student_approval_end_date) return null
  return (
    <Text size="sm" c="dimmed">
      {t('dashboard.until')} <Time at={course.student_approval_end_date} style="date" />
    </Text>
  )
}

/** The course's image, or its initial on the school's colour. */
export function Cover({ course }: { course: Pick<MyCourse, 'image_url' | 'course_name'> }) {
  if (course.image_url)
    return (
      <ResponsiveImage
        src={course.image_url}
        alt=""
        className={classes.cover}
        width={640}
        height={360}
        sizes="(min-width: 62em) 22rem, (min-width: 36em) 45vw, 95vw"
        loading="lazy"
      />
    )
  return (
    <div className={classes.cover} aria-hidden="true">
      {course.course_name.slice(0, 1)}
    </div>
  )
}
