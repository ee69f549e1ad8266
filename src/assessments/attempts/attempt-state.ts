import type { AssessmentSettings } from '../shapes.ts'

/** Milliseconds after the deadline in which saves that are on their way still count. */
export const graceMs = 5_000

export type StoredState = 'running' | 'submitted' | 'marked' | 'void'
export type AttemptState = StoredState | 'released'

interface StoredAttempt {
  state: StoredState
  deadline_at: Date | null
}

/** Whether the time of a running attempt is over, including the grace for saves on their way. */
export const isOverdue = ({ state, deadline_at }: StoredAttempt, now: Date): boolean =>
  state === 'running' && deadline_at !== null && now.getTime() > deadline_at.getTime() + graceMs

/** State of an attempt at `now`: at its deadline it is submitted, before a job stores that. */
export function stateAt(attempt: StoredAttempt & { is_released: boolean }, now: Date): AttemptState {
  const { state, deadline_at, is_released } = attempt
  if (state === 'running') return deadline_at && now > deadline_at ? 'submitted' : 'running'
  return state === 'marked' && is_released ? 'released' : state
}

/** What one student may do differently in an assessment, from accommodations and an exception. */
export interface Allowance {
  /** Multiplies the time limit. */
  time_factor: number
  extra_minutes: number
  extra_attempts: number
  /** Replace the window; null: no change. */
  opens_at: Date | null
  closes_at: Date | null
}

interface Window {
  opens_at: Date | null
  closes_at: Date | null
}

type Limits = Pick<AssessmentSettings, 'time_limit_minutes'> & Window

const minuteMs = 60_000

/** The window of a student: extra time moves its end, too. */
export function windowOf({ time_limit_minutes: limit, ...window }: Limits, allowance: Allowance): Window {
  const closes_at = allowance.closes_at ?? window.closes_at
  const extraMs = ((limit ?? 0) * (allowance.time_factor - 1) + allowance.extra_minutes) * minuteMs
  return {
    opens_at: allowance.opens_at ?? window.opens_at,
    closes_at: closes_at && new Date(closes_at.getTime() + extraMs),
  }
}

/** Deadline of an attempt: the end of its time or of the window, whatever comes first; null without both. */
export function deadlineOf(started_at: Date, limits: Limits, allowance: Allowance): Date | null {
  const { time_limit_minutes: limit } = limits
  const { closes_at } = windowOf(limits, allowance)
  if (limit === null) return closes_at
  const minutes = limit * allowance.time_factor + allowance.extra_minutes
  const end = new Date(started_at.getTime() + Math.round(minutes * minuteMs))
  return closes_at && closes_at < end ? closes_at : end
}

/** Until when answers that were given before the deadline are accepted. */
export const syncUntil = (deadline_at: Date | null, late_sync_hours: number): Date | null =>
  deadline_at && new Date(deadline_at.getTime() + late_sync_hours * 3_600_000)

interface Release {
  release: AssessmentSettings['release']
  /** End of the window of the assessment. */
  closes_at: Date | null
  released_at: Date | null
  /** Other students still answer: results would give away the right answers. */
  has_running_attempts: boolean
}

/** Whether a student may read the result of a marked attempt at `now`. */
export function isReleased({ release, closes_at, released_at, has_running_attempts }: Release, now: Date) {
  switch (release.when) {
    case 'when_marked':
      return true
    case 'after_closing':
      return (closes_at === null || now > closes_at) && !has_running_attempts
    case 'at':
      return release.at !== null && new Date(release.at) <= now
    case 'by_staff':
      return released_at !== null && released_at <= now
  }
}
