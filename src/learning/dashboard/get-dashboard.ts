import { sql } from 'kysely'
import { mayLearnSql } from '#course-access/index.ts'
import { getLockExceptions, findLock, studentTitles, type LockException } from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { isFlagOn } from '#tenancy/feature-flags/feature-flags.ts'
import type { Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { getLearningWeek } from './learning-week.ts'
import { upcomingCourses } from './upcoming-courses.ts'

const day = 86_400_000
const ahead = 14 * day
const maxCourses = 50
const maxDue = 12
const maxNew = 8

/** Upcoming dates and new contents in a student's open courses, and the student's week. */
export async function getDashboard(ctx: Ctx): Promise<Reply<typeof contract.getDashboard>> {
  const [courses, week] = await Promise.all([openCourses(ctx), getLearningWeek(ctx)])
  const starts = isFlagOn(ctx, 'upcoming_course_starts')
    ? await upcomingCourses(ctx, { until: new Date(ctx.now.getTime() + ahead), limit: maxDue })
    : []
  if (courses.length === 0) return { deadlines: starts, new_contents: [], week }
  const exceptions = await exceptionsIn(ctx, courses)
  const contents = await asRead(ctx, courses, await candidates(ctx, courses, exceptions))
  const open = locksIn(ctx, courses, exceptions)
  const deadlines = [...starts, ...ends(ctx, courses), ...openings(ctx, contents, open)]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .slice(0, maxDue)
  return { deadlines, new_contents: news(contents, open), week }
}

type Course = Awaited<ReturnType<typeof openCourses>>[number]

function openCourses({ tx, school_id, actor, now }: Ctx) {
  return tx
    .selectFrom('enrolments as e')
    .innerJoin('courses as c', (on) =>
      on.onRef('c.school_id', '=', 'e.school_id').onRef('c.id', '=', 'e.course_id'),
    )
    .where('e.school_id', '=', school_id)
    .where('e.user_id', '=', actor.id)
    .where('e.status', '=', 'approved')
    .where('c.deleted_at', 'is', null)
    .where(mayLearnSql({ enrolment: 'e', course: 'c' }, now))
    .select(['c.id as course_id', 'c.course_name', 'c.course_end_date', 'c.enable_tiering'])
    .select(['c.unapprove_all_students_on_end_date as unapproves', 'c.has_lock_exceptions'])
    .select(sql<string>`coalesce(c.mirror_course_id, c.id)`.as('origin_id'))
    .select(['e.student_approval_end_date', 'e.approved_at', 'e.tier'])
    .select(sql<Date>`coalesce(e.last_opened_at, e.approved_at, e.created_at)`.as('seen_at'))
    .orderBy('e.created_at', 'desc')
    .orderBy('e.course_id')
    .limit(sql.lit(maxCourses))
    .execute()
}

type Exceptions = ReadonlyMap<string, LockException[]>

/** Lock exceptions of this student by course. */
async function exceptionsIn(ctx: Ctx, courses: Course[]): Promise<Exceptions> {
  const exceptions = new Map<string, LockException[]>()
  for (const { course_id, has_lock_exceptions } of courses)
    if (has_lock_exceptions) exceptions.set(course_id, await getLockExceptions(ctx, course_id, ctx.actor.id))
  return exceptions
}

/**
 * Published contents that open within two weeks, and new ones: the next and newest few of each course. If
 * exceptions move dates, the range is extended by their days; the lock decides later.
 */
async function candidates({ tx, school_id, actor, now }: Ctx, courses: Course[], exceptions: Exceptions) {
  const enrolments = sql.join(
    courses.map(({ course_id, origin_id, seen_at, approved_at }) => {
      const shifts = (exceptions.get(course_id) ?? []).map(({ shift_days }) => (shift_days ?? 0) * day)
      const from = new Date(now.getTime() - Math.max(0, ...shifts))
      const until = new Date(now.getTime() + ahead - Math.min(0, ...shifts))
      return sql`(${course_id}::uuid, ${origin_id}::uuid, ${seen_at}::timestamptz, ${approved_at}::timestamptz,
        ${from}::timestamptz, ${until}::timestamptz)`
    }),
  )
  const columns = sql`t.id, t.title, t.type, t.is_locked, t.opens_at, t.opens_after_days, t.published_at,
    greatest(t.lowest_tier, (select l.lowest_tier from lessons l where l.school_id = t.school_id and l.id = t.lesson_id))
      as lowest_tier`
  const inCourse = sql`t.school_id = ${school_id} and t.course_id = p.origin_id and t.is_published`
  const { rows } = await sql<Candidate>`
    with places (course_id, origin_id, seen_at, approved_at, opens_from, opens_until) as (values ${enrolments})
    select p.course_id, found.*, q.completed_at, q.opened_at from places p, lateral (
      (select ${columns} from contents t where ${inCourse} and t.opens_at > p.opens_from and t.opens_at <= p.opens_until
        order by t.opens_at limit ${sql.lit(maxDue)})
      union
      (select ${columns} from contents t where ${inCourse} and t.opens_after_days is not null
        and t.opens_after_days > extract(epoch from p.opens_from - p.approved_at) / 86400
        and t.opens_after_days <= extract(epoch from p.opens_until - p.approved_at) / 86400
        order by t.opens_after_days limit ${sql.lit(maxDue)})
      union
      (select ${columns} from contents t where ${inCourse} and t.published_at > p.seen_at
        order by t.published_at desc limit ${sql.lit(maxNew * 2)})
    ) found
    left join content_progress q on q.school_id = ${school_id} and q.user_id = ${actor.id} and q.content_id = found.id`.execute(
    tx,
  )
  return rows
}

interface Candidate {
  course_id: string
  id: string
  title: string
  type: string
  is_locked: boolean
  opens_at: Date | null
  opens_after_days: number | null
  lowest_tier: number | null
  published_at: Date | null
  completed_at: Date | null
  opened_at: Date | null
}

/** With the titles of this student's versions. */
async function asRead(ctx: Ctx, courses: Course[], contents: Candidate[]): Promise<Candidate[]> {
  const approved = new Map(courses.map(({ course_id, approved_at }) => [course_id, approved_at]))
  const readOf = ({ id, course_id }: Candidate) => ({
    content_id: id,
    approved_at: approved.get(course_id) ?? null,
  })
  const titleOf = await studentTitles(ctx, contents.map(readOf))
  return contents.map((content) => ({ ...content, title: titleOf(readOf(content), content.title) }))
}

/** Locks of the contents for this student, including exceptions. */
function locksIn(ctx: Ctx, courses: Course[], exceptions: Exceptions) {
  const byId = new Map(courses.map((course) => [course.course_id, course]))
  return (content: Candidate) => {
    const course = byId.get(content.course_id)!
    const { enable_tiering, tier, approved_at } = course
    const reader = { enable_tiering, tier, approved_at, now: ctx.now }
    const lock = findLock(
      { ...content, has_open_prerequisite: false },
      { ...reader, exceptions: exceptions.get(content.course_id) ?? [] },
    )
    return { course, lock }
  }
}

type Locks = ReturnType<typeof locksIn>

const topicOf = ({ id, title, type }: Candidate) => ({ id, title, type })
const courseReference = ({ course_id, course_name }: Course) => ({ course_id, course_name })

function ends({ now }: Ctx, courses: Course[]) {
  const soon = (at: Date | null): at is Date =>
    at !== null && at > now && at.getTime() <= now.getTime() + ahead
  return courses.flatMap((course) => [
    ...(soon(course.student_approval_end_date)
      ? [
          {
            kind: 'access_ends' as const,
            ...courseReference(course),
            at: course.student_approval_end_date,
            topic: null,
          },
        ]
      : []),
    ...(soon(course.course_end_date)
      ? [
          {
            kind: 'course_ends' as const,
            ...courseReference(course),
            at: course.course_end_date,
            topic: null,
          },
        ]
      : []),
  ])
}

/** Contents locked by date only: for others the opening time is unknown. */
function openings({ now }: Ctx, contents: Candidate[], locks: Locks) {
  const until = now.getTime() + ahead
  return contents.flatMap((content) => {
    const { course, lock } = locks(content)
    if (lock?.reason !== 'date' || !lock.opens_at || lock.opens_at.getTime() > until) return []
    return [
      {
        kind: 'content_opens' as const,
        ...courseReference(course),
        at: lock.opens_at,
        topic: topicOf(content),
      },
    ]
  })
}

function news(contents: Candidate[], locks: Locks) {
  return contents
    .flatMap((content) => {
      const { course, lock } = locks(content)
      const { published_at } = content
      const isNew = published_at && published_at > course.seen_at && !content.opened_at && lock === null
      return isNew ? [{ ...courseReference(course), topic: topicOf(content), published_at }] : []
    })
    .toSorted((a, b) => b.published_at.getTime() - a.published_at.getTime())
    .slice(0, maxNew)
}
