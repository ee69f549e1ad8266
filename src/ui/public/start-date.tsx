import { formatTime } from '#ui/components/formatting/format-time.ts'
import { useFrame, useSchool } from '#tenancy/client/frame.tsx'

/**
 * Start of a course in the time zone of the school, because the page is the same for everybody; null if it is
 * past. A page may be cached beyond the start: the public script then hides elements with `data-until`.
 */
export function useStartDate(course_start_date: string | Date | null): string | null {
  const { locale } = useFrame()
  const { time_zone } = useSchool()
  const start = course_start_date && new Date(course_start_date)
  if (!start || isOver(start)) return null
  return formatTime(start, { style: 'date', language: locale, zone: time_zone })
}

const isOver = (moment: Date) => moment.getTime() <= Date.now()
