import { Group } from '@mantine/core'
import { IconCalendarPlus, IconCalendarTime } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { useFlag } from '#tenancy/client/frame.tsx'
import { AnchorButton, LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { formatTime } from '#ui/components/formatting/format-time.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { calendarFile } from './calendar-file.ts'
import { createOpeningTimer } from './opening-timer.ts'
import { serverTime } from '../progress/server-clock.ts'

interface CourseStart {
  course_name: string
  /** RFC 3339. */
  starts_at: string
}

/** Course and start of a refusal because it has not started; null for other refusals. */
export function courseStartFromError({ code, problem }: ApiError): CourseStart | null {
  const { starts_at, course_name } = problem
  return code === 'course_not_started' && typeof starts_at === 'string'
    ? { starts_at, course_name: String(course_name) }
    : null
}

interface Props {
  start: CourseStart
  /** Reloads the course at its start. */
  onStart: () => unknown
}

/** Start of the course in the student's time zone, for an approved student. */
export function CourseNotStarted({ start: { starts_at, course_name }, onStart }: Props) {
  const { t, i18n } = useTranslation('learning')
  useStart(starts_at, onStart)
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions()
  const start = formatTime(new Date(starts_at), { style: 'datetime', language: i18n.language, zone })
  return (
    <EmptyState
      icon={<IconCalendarTime size={32} />}
      title={t('closed.starts', { start })}
      text={
        <>
          <strong>{course_name}</strong>
          <br />
          {t('closed.startsText')}
        </>
      }
      action={
        <Group gap="sm" justify="center">
          <CalendarButton start={{ starts_at, course_name }} />
          <LinkButton to="/dashboard" variant="default">
            {t('closed.back')}
          </LinkButton>
        </Group>
      }
    />
  )
}

/** The file is generated in the browser: it contains nothing that is not on the page. */
function CalendarButton({ start: { starts_at, course_name } }: { start: CourseStart }) {
  const { t } = useTranslation('learning')
  const [now] = useState(() => new Date())
  if (!useFlag('start_in_calendar')) return null
  const url = location.origin + location.pathname
  const file = calendarFile({ id: url, title: course_name, starts_at, url, now })
  return (
    <AnchorButton
      href={`data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`}
      download="course-start.ics"
      leftSection={<IconCalendarPlus size={20} aria-hidden />}
    >
      {t('closed.addToCalendar')}
    </AnchorButton>
  )
}

function useStart(starts_at: string, onStart: () => unknown) {
  const [transferRate] = useState(createOpeningTimer)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const wait = transferRate(new Date(starts_at).getTime(), serverTime())
    const timer = setTimeout(() => {
      void onStart()
      setAttempt(attempt + 1)
    }, wait)
    return () => clearTimeout(timer)
  }, [starts_at, onStart, transferRate, attempt])
}
