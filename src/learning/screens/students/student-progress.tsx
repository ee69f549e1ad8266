import { Stack, Text } from '@mantine/core'
import { IconCircle, IconCircleCheck, IconProgress } from '@tabler/icons-react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { useDurationText } from '../progress/use-duration-text.ts'
import classes from './student-details.module.css'

type Lesson = ApiReply<typeof contract.listStudentProgress>['data'][number]

const icons = { not_started: IconCircle, started: IconProgress, completed: IconCircleCheck }

/** A student's way through a course: each lesson below its section, with dates and time. */
export function StudentProgress({ student_id, course_id }: { student_id: string; course_id: string }) {
  const list = useApiPages(contract.listStudentProgress, { student_id, course_id, limit: 100 })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  if (!list.rows) return <ListSkeleton rows={3} />
  const sections = [...Map.groupBy(list.rows, (row) => row.lesson_id)]
  return (
    <Stack gap="md" mt="sm">
      {sections.map(([id, lessons]) => (
        <div key={id}>
          <h3 className={classes.section}>{lessons[0]!.lesson_title}</h3>
          <ul className={classes.lessons}>
            {lessons.map((lesson) => (
              <LessonLine key={lesson.content_id} lesson={lesson} />
            ))}
          </ul>
        </div>
      ))}
      <ListFooter pages={list} />
    </Stack>
  )
}

function LessonLine({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation('learning')
  const duration = useDurationText()
  const { title, state, opened_at, completed_at, visible_seconds, percentage } = lesson
  const Icon = icons[state]
  return (
    <li data-state={state}>
      <Icon size={18} aria-hidden />
      <div>
        {title}
        <Text size="sm" c="dimmed" component="div">
          {completed_at ? (
            <>
              {t('way.done')} <Time at={completed_at} style="date" />
            </>
          ) : (
            t(`way.${state}`)
          )}
          {opened_at && (
            <>
              {' · '}
              {t('way.opened')} <Time at={opened_at} style="date" />
            </>
          )}
          {state === 'started' && percentage !== null && ` · ${t('details.percent', { percentage })}`}
          {visible_seconds > 0 && ` · ${duration(visible_seconds)}`}
        </Text>
      </div>
    </li>
  )
}
