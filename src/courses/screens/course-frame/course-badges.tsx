import { Badge } from '@mantine/core'
import { IconEyeOff, IconLock } from '@tabler/icons-react'
import { useTranslation } from '#ui/i18n/use-translation.ts'

interface Props {
  course: {
    course_isPublic: boolean
    is_hidden: boolean
    is_coming_soon: boolean
    mirror_course_id?: string | null
    is_sample?: boolean
  }
  /** The status button of the editor already says whether the course is public. */
  isEditor?: boolean
}

/** Visibility of a course. A public, listed course has one badge. */
export function CourseBadges({ course, isEditor = false }: Props) {
  const { t } = useTranslation('courses')
  const { course_isPublic, is_hidden, is_coming_soon, mirror_course_id, is_sample } = course
  return (
    <>
      {is_sample && (
        <Badge color="warning" variant="light">
          {t('sample')}
        </Badge>
      )}
      {!isEditor && !course_isPublic && (
        <Badge color="gray" variant="light" leftSection={<IconLock size={12} aria-hidden />}>
          {t('visibility.private')}
        </Badge>
      )}
      {course_isPublic && is_hidden && (
        <Badge color="gray" variant="light" leftSection={<IconEyeOff size={12} aria-hidden />}>
          {t('visibility.hidden')}
        </Badge>
      )}
      {!isEditor && course_isPublic && !is_hidden && (
        <Badge color="success" variant="light">
          {t('visibility.public')}
        </Badge>
      )}
      {is_coming_soon && (
        <Badge color="accent" variant="light">
          {t('visibility.coming_soon')}
        </Badge>
      )}
      {mirror_course_id && (
        <Badge color="primary" variant="light">
          {t('mirror')}
        </Badge>
      )}
    </>
  )
}
