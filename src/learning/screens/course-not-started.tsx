import { IconCalendarTime } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '#platform/client/api-error.ts'
import { LinkButton } from '#ui/pieces/button.tsx'
import { EmptyState } from '#ui/pieces/empty-state.tsx'
import { formatTime } from '#ui/pieces/format-time.ts'
import { createOpeningPace } from './opening-pace.ts'
import { serverNow } from './server-clock.ts'

/** When a course starts, of a refusal because it has not; null for every other refusal. */
export function startOf({ code, problem }: ApiError): string | null {
  const { starts_at } = problem
  return code === 'course_not_started' && typeof starts_at === 'string' ? starts_at : null
}

interface Props {
  /** RFC 3339. */
  starts_at: string
  /** Reads the course again, when it should have started. */
  onStart: () => unknown
}

/** For an approved student before the course starts: when that is, in the student's own time zone. */
export function CourseNotStarted({ starts_at, onStart }: Props) {
  const { t, i18n } = useTranslation('learning')
  useStart(starts_at, onStart)
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions()
  const start = formatTime(new Date(starts_at), { style: 'datetime', language: i18n.language, zone })
  return (
    <EmptyState
      icon={<IconCalendarTime size={32} />}
      title={t('closed.starts', { start })}
      text={t('closed.startsText')}
      action={
        <LinkButton to="/dashboard" variant="default">
          {t('closed.back')}
        </LinkButton>
      }
    />
  )
}

function useStart(starts_at: string, onStart: () => unknown) {
  const [pace] = useState(createOpeningPace)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const wait = pace(new Date(starts_at).getTime(), serverNow())
    const timer = setTimeout(() => {
      void onStart()
      setAttempt(attempt + 1)
    }, wait)
    return () => clearTimeout(timer)
  }, [starts_at, onStart, pace, attempt])
}
