import durations from './media/durations.json' with { type: 'json' }
import { seededRandom, type Random } from './random.ts'
import type { DemoContent, DemoCourse, DemoPerson, DemoSchool } from './types.ts'

export type DemoEnrolmentStatus = 'pending' | 'approved' | 'unapproved' | 'expired' | 'removed'
export type DemoEnrolmentCause = 'asked' | 'approved' | 'unapproved' | 'access_ended' | 'removed'

/** A student's progress in one content. */
export interface DemoContentProgress {
  title: string
  opened_at: Date
  completed_at: Date | null
  /** Seconds from the beginning; 0 for content that does not play. */
  watched_seconds: number
}

export interface DemoEnrolment {
  student: DemoPerson
  course: DemoCourse
  status: DemoEnrolmentStatus
  tier: number | null
  created_at: Date
  approved_at: Date | null
  /** When the approval was withdrawn or expired. */
  ended_at: Date | null
  student_approval_end_date: Date | null
  progress: DemoContentProgress[]
  last_opened_at: Date | null
  completed_at: Date | null
}

const day = 86_400_000
const after = (date: Date, days: number) => new Date(date.getTime() + days * day)

export const durationOf = (content: DemoContent): number | null =>
  'media' in content ? ((durations as Record<string, number>)[content.media] ?? null) : null

/** Generates enrolments and progress of all students. Deterministic for a given `now`. */
export function generateHistory(school: DemoSchool, now: Date): DemoEnrolment[] {
  const random = seededRandom(school.random_seed)
  const open = school.courses.filter((course) => course.popularity > 0)
  return open.flatMap((course, index) =>
    school.students.flatMap((student, position) => {
      const joins = random.chance(course.popularity)
      const status = position === 0 ? mainStudent[index] : joins ? statusFor(random, course) : undefined
      if (!status) return []
      const transferRate = position === 0 ? mainPace[index]! : random.pick(paces)
      return [
        attendance({ course, student, isMain: position === 0, status, pace: transferRate, random, now }),
      ]
    }),
  )
}

/** The first student has an enrolment of each status, for people who log in as that student. */
const mainStudent: (DemoEnrolmentStatus | undefined)[] = ['approved', 'approved', 'pending', 'expired']
const mainPace = [0.5, 1, 0, 0.4]

const paces = [0, 0, 0.12, 0.25, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1, 1]

function statusFor(random: Random, course: DemoCourse): DemoEnrolmentStatus {
  const roll = random.next()
  // Only staff enrol people in such a course, so nobody is pending.
  if (course.disable_direct_registration) return roll < 0.9 ? 'approved' : 'removed'
  if (roll < 0.7) return 'approved'
  if (roll < 0.84) return 'pending'
  if (roll < 0.91) return 'unapproved'
  return roll < 0.97 ? 'expired' : 'removed'
}

interface Joining {
  course: DemoCourse
  student: DemoPerson
  isMain: boolean
  status: DemoEnrolmentStatus
  /** Share of the open contents that is completed. */
  pace: number
  random: Random
  now: Date
}

function attendance({
  course,
  student,
  isMain,
  status,
  pace: transferRate,
  random,
  now,
}: Joining): DemoEnrolment {
  const earliest = Math.min(course.starts_in_days ?? -60, -12)
  const requestedDaysAgo = status === 'pending' ? random.between(0, 6) : random.between(9, -earliest + 6)
  const created_at = after(now, -requestedDaysAgo - random.next() * 0.6)
  const approved_at = status === 'pending' ? null : after(created_at, 0.1 + random.next() * 1.9)
  const isOver = status !== 'approved' && status !== 'pending'
  const ended_at = isOver ? after(now, -random.between(1, 5) - random.next()) : null
  const tier =
    approved_at && course.tiers ? random.pick([1, 1, 2, 2, 3].filter((t) => t <= course.tiers!.length)) : null
  const putsOffVideos = isMain && transferRate === 0.5
  const to = ended_at ?? now
  const progress = approved_at
    ? seenBy({ course, pace: transferRate, tier, random, from: approved_at, to, putsOffVideos })
    : []
  const last = progress.at(-1)
  const done = progress.filter((one) => one.completed_at)
  const total = published(course).length
  return {
    student,
    course,
    status,
    tier,
    created_at,
    approved_at,
    ended_at,
    student_approval_end_date: endDate(status, course, { approved_at, ended_at, random, now }),
    progress,
    last_opened_at: last ? (last.completed_at ?? last.opened_at) : null,
    completed_at: done.length === total && total > 0 ? done.at(-1)!.completed_at : null,
  }
}

interface Dates {
  approved_at: Date | null
  ended_at: Date | null
  random: Random
  now: Date
}

/**
 * An expired approval keeps its end; a current one ends by the course's limit, or for some at a date of their
 * own.
 */
function endDate(
  status: DemoEnrolmentStatus,
  course: DemoCourse,
  { approved_at, ended_at, random, now }: Dates,
) {
  const endsSoon = random.chance(0.12)
  if (status === 'expired') return ended_at
  if (status !== 'approved' || !approved_at) return null
  if (endsSoon) return after(now, random.between(3, 20))
  const limit = course.student_access_limit_after_approval
  return limit ? after(approved_at, limit) : null
}

const published = (course: DemoCourse) =>
  course.lessons.flatMap((lesson) =>
    lesson.contents
      .filter((content) => !content.draft)
      .map((content) => ({ content, lowest_tier: lesson.lowest_tier ?? 0 })),
  )

interface Seeing {
  course: DemoCourse
  pace: number
  tier: number | null
  random: Random
  from: Date
  to: Date
  putsOffVideos: boolean
}

type Open = ReturnType<typeof published>

/** Some contents without a video, then the first video, which is watched half-way. */
function videoLast(open: Open, done: number): Open {
  const isVideo = ({ content }: Open[number]) => content.type === 'video'
  return [...open.filter((one) => !isVideo(one)).slice(0, done), ...open.filter(isVideo).slice(0, 1)]
}

/** Progress in order, one session after the other; the last video is stopped half-way. */
function seenBy({
  course,
  pace: transferRate,
  tier,
  random,
  from,
  to,
  putsOffVideos,
}: Seeing): DemoContentProgress[] {
  const open = published(course).filter(
    ({ content, lowest_tier }) => !content.locked && lowest_tier <= (tier ?? 1),
  )
  const done = Math.round(open.length * transferRate)
  const begun = putsOffVideos
    ? videoLast(open, done)
    : open.slice(0, transferRate > 0 && done < open.length ? done + 1 : done)
  const span = (to.getTime() - from.getTime()) / day
  return begun.map(({ content }, index) => {
    const opened_at = after(from, (span * (index + 0.2 + random.next() * 0.5)) / (begun.length + 0.5))
    const length = durationOf(content) ?? 0
    // Content that does not play is completed by opening it.
    const isDone = index < done || length === 0
    const spent = length / 86_400 + (span / (begun.length + 1)) * 0.1 * random.next()
    return {
      title: content.title,
      opened_at,
      completed_at: isDone ? after(opened_at, spent) : null,
      watched_seconds: isDone ? length : Math.round(length * 0.45),
    }
  })
}
