import { Group, Stack, Text } from '@mantine/core'
import { IconConfetti } from '@tabler/icons-react'
import { use } from 'react'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { RichText } from '#ui/components/rich-text.tsx'
import { useApiPages } from '#tenancy/client/queries.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useTopicSearch } from './outline/outline.tsx'
import { PlayerSlots } from './model/player-slots.ts'
import { listMyCourses } from '../../contract.ts'
import type { CourseContents } from './progress/use-progress.ts'

interface Props {
  contents: CourseContents
  opened: boolean
  onClose: () => void
}

/** Dialog at the end of a course, with the teacher's text. */
export function CourseCompleted({ contents, opened, onClose }: Props) {
  const { t } = useTranslation('learning')
  const { EndThread, ReviewCourse } = use(PlayerSlots)
  const { course, lessons } = contents
  const last = course.end_of_course_content_id
  const search = useTopicSearch(last ?? '')
  const isThere = lessons.some((lesson) => lesson.contents.some((content) => content.id === last))
  return (
    <Modal opened={opened} onClose={onClose} title={t('end.title')} size="lg">
      <Stack gap="md">
        <Group wrap="nowrap" gap="md">
          <IconConfetti size={40} aria-hidden color="var(--ly-success-text)" />
          <Text size="lg">{t('end.text', { course: course.course_name })}</Text>
        </Group>
        {course.end_of_course_content_message && <RichText html={course.end_of_course_content_message} />}
        {contents.enrolment?.completed_at && EndThread && <EndThread course_id={course.id} />}
        {ReviewCourse && <ReviewCourse key={String(opened)} course_id={course.id} />}
        <Group justify="flex-end" gap="sm">
          <NextCourse course_id={course.id} />
          {last && isThere ? (
            <LinkButton to={{ search }}>{t('end.content')}</LinkButton>
          ) : (
            <Button onClick={onClose} data-autofocus>
              {t('end.stay')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

/** The student's next course, or the courses of the school. */
function NextCourse({ course_id }: { course_id: string }) {
  const { t } = useTranslation('learning')
  const { rows = [] } = useApiPages(listMyCourses, { limit: 50 })
  const next = rows.find(
    (row) => row.course_id !== course_id && row.no_access_reason === null && row.completed_at === null,
  )
  return next ? (
    <LinkButton to={`/learn/${next.course_id}`} variant="default">
      {t('end.nextCourse', { course: next.course_name })}
    </LinkButton>
  ) : (
    <LinkButton to="/" reloadDocument variant="default">
      {t('dashboard.find')}
    </LinkButton>
  )
}
