import { refuseInvalidField } from '#platform/contract/refusal.ts'
import { localDay } from '#lib/dates/local-day.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

const dayMs = 86_400_000
const maxDays = 366
const defaultDays = 30

export interface Period {
  /** First and last day: `2026-11-23`. */
  from: string
  to: string
  /** In which the days begin. */
  time_zone: string
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** The instant of a day's start in UTC. Refuses a day that does not exist. */
function parseDay(name: 'from' | 'to', text: string): number {
  const time = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(time) || dayOf(new Date(time)) !== text)
    return refuseInvalidField(name, 'invalid_date', 'There is no such day.')
  return time
}

/** The chosen days in the school’s time zone, by default the last 30. Refuses more than 366. */
export function periodOf(
  { school, now }: Pick<Ctx, 'school' | 'now'>,
  chosen: { from?: string; to?: string },
): Period {
  const time_zone = school?.time_zone ?? 'UTC'
  const to = parseDay('to', chosen.to ?? localDay(time_zone, now))
  const from = chosen.from === undefined ? to - (defaultDays - 1) * dayMs : parseDay('from', chosen.from)
  if (from > to) refuseInvalidField('from', 'after_end', 'The first day is after the last one.')
  if (to - from >= maxDays * dayMs) refuseInvalidField('from', 'period_too_long', 'Choose at most 366 days.')
  return { from: dayOf(new Date(from)), to: dayOf(new Date(to)), time_zone }
}
