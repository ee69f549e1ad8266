import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { LearningWeek as LearningWeekSchema } from './dashboard-shapes.ts'

type LearningWeek = Static<typeof LearningWeekSchema>

interface DayCount {
  /** `YYYY-MM-DD` */
  day: string
  /** Contents completed on that day. */
  completed: number
}

const dayMs = 86_400_000
/** Weeks that are counted at most, so that the cost does not depend on the age of an account. */
const maxWeeks = 53

/** The week of `today`, and the weeks in a row with a completed content. A week that has just begun breaks no streak. */
export function learningWeekOf(
  counts: readonly DayCount[],
  today: string,
): LearningWeek & { streak: number } {
  const completedOn = new Map(counts.map(({ day, completed }) => [dayNumber(day), completed]))
  const now = dayNumber(today)
  // Day 0, 1 January 1970, was a Thursday.
  const todayIndex = (now + 3) % 7
  const monday = now - todayIndex
  const daysFrom = (start: number) => Array.from({ length: 7 }, (_, day) => completedOn.get(start + day) ?? 0)
  const hasWeek = (start: number) => daysFrom(start).some((completed) => completed > 0)
  const days = daysFrom(monday)
  let weeksBefore = 0
  while (weeksBefore < maxWeeks && hasWeek(monday - (weeksBefore + 1) * 7)) weeksBefore += 1
  return { days, today: todayIndex, streak: weeksBefore + (hasWeek(monday) ? 1 : 0) }
}

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs

/** The student's week in the school's time zone. `streak` is null if the school shows none. */
export async function getLearningWeek({ tx, school_id, school, actor, now }: Ctx): Promise<LearningWeek> {
  const { time_zone: zone, shows_streak } = school!
  const weeks = shows_streak ? maxWeeks : 1
  const day = sql<string>`to_char(completed_at at time zone ${zone}, 'YYYY-MM-DD')`
  const counts = await tx
    .selectFrom('content_progress')
    .where('school_id', '=', school_id)
    .where('user_id', '=', actor.id)
    .where('completed_at', '>', new Date(now.getTime() - (weeks * 7 + 1) * dayMs))
    .select(({ fn }) => [day.as('day'), fn.countAll<number>().as('completed')])
    .groupBy('day')
    .execute()
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(now)
  const week = learningWeekOf(counts, today)
  return { ...week, streak: shows_streak ? week.streak : null }
}
