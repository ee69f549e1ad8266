import { documentContents, type CourseDocument } from './course-document.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string) {
  let format = formats.get(timeZone)
  if (!format) {
    const digits = {
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    } as const
    format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', year: 'numeric', ...digits })
    formats.set(timeZone, format)
  }
  return format
}

/** Local time of the zone as if it were UTC. */
function wallClock(at: Date, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const { year, month, day, hour, minute, second } = parts
  const shown = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  )
  return shown + at.getUTCMilliseconds()
}

const dayLength = 86_400_000

/** Moves a time by days and keeps the time of day, also across clock changes. */
export function shiftDate(at: Date, days: number, timeZone: string): Date {
  const targetTime = wallClock(at, timeZone) + days * dayLength
  // In two steps, because the first estimate may be on the other side of a clock change.
  const first = new Date(targetTime - (wallClock(at, timeZone) - at.getTime()))
  const second = new Date(first.getTime() + targetTime - wallClock(first, timeZone))
  if (wallClock(second, timeZone) === targetTime) return second
  // An hour skipped in spring becomes one hour later.
  return second > first ? second : first
}

/** Calendar days between two instants, ignoring the time of day. */
export function daysBetween(from: Date, to: Date, timeZone: string) {
  const dayOf = (at: Date) => Math.floor(wallClock(at, timeZone) / dayLength)
  return dayOf(to) - dayOf(from)
}

/** The start of the course, else its earliest date. */
export function earliestDate(document: CourseDocument): Date | null {
  const { course_start_date, course_end_date } = document.course
  if (course_start_date) return new Date(course_start_date)
  const dates = [...documentContents(document).map((content) => content.opens_at), course_end_date]
  const times = dates.filter((date) => date !== null).map((date) => new Date(date).getTime())
  return times.length ? new Date(Math.min(...times)) : null
}

/** Returns the document with every date moved. */
export function shiftDates(document: CourseDocument, days: number, timeZone: string): CourseDocument {
  const shift = (date: string | null) =>
    date === null ? null : shiftDate(new Date(date), days, timeZone).toISOString()
  const { course, lessons } = document
  return {
    ...document,
    course: {
      ...course,
      course_start_date: shift(course.course_start_date),
      course_end_date: shift(course.course_end_date),
    },
    lessons: lessons.map((lesson) => ({
      ...lesson,
      contents: lesson.contents.map((content) => ({ ...content, opens_at: shift(content.opens_at) })),
    })),
  }
}

export interface DateShiftOptions {
  shift_days?: number | undefined
  start_date?: string | undefined
}

/** Moves the dates to a new start or by some days; unchanged without a request. */
export function applyDateShift(
  document: CourseDocument,
  { shift_days, start_date }: DateShiftOptions,
  timeZone: string,
) {
  if (start_date === undefined) return shift_days ? shiftDates(document, shift_days, timeZone) : document
  const start = new Date(start_date)
  const first = earliestDate(document)
  const moved = first ? shiftDates(document, daysBetween(first, start, timeZone), timeZone) : document
  return { ...moved, course: { ...moved.course, course_start_date: start.toISOString() } }
}
