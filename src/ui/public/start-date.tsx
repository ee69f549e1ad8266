import { formatTime } from '#ui/components/formatting/format-time.ts'
import { useFrame, useSchool } from '#tenancy/client/frame.tsx'

/**
 * When a course starts, in the school's own zone, as the page is the same for everybody; null where that is over. A page is
 * cached beyond that moment: the public script then hides what carries `data-until`.
 */
export function useStartDate(course_start_date: string | Date | null): string | null {
  const { locale } = useFrame()
  const { time_zone } = useSchool()
  const start = course_start_date && new Date(course_start_date)
  if (!start || isOver(start)) return null
  return formatTime(start, { style: 'date', language: locale, zone: time_zone })
}

const isOver = (moment: Date) => moment.getTime() <= Date.now()
