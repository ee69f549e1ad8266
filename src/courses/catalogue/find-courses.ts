import { sql } from 'kysely'
import { mayLearnSql } from '#course-access/index.ts'
import { isSimilarSql, searchWords, setMinSimilarity } from '#platform/database/text-search.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { isAdmin } from '#tenancy/access/actor.ts'
import { pictureOfCourse } from '../queries.ts'
import { prefixQuery } from './course-search-texts.ts'

/** Matches that are ranked. */
const maxRanked = 300
/** Letters from which a word may contain typing errors. */
const minLetters = 4

/** Where a person opens a course. */
export type CourseTarget = 'editor' | 'player' | 'page'

export interface FoundCourse {
  id: string
  course_name: string
  opens: CourseTarget
}

/**
 * Courses that the actor may open and that contain the words of a query or a similar name: own courses first, then public
 * ones. Without a query: own courses, the ones opened or created last first.
 */
export async function findCourses(
  ctx: Ctx,
  { query, limit }: { query: string; limit: number },
): Promise<FoundCourse[]> {
  if (query.trim() === '') return recentCourses(ctx, limit)
  const prefixes = prefixQuery(query)
  if (prefixes === '') return []
  const found = openableCourses(ctx)
    .where(matching(prefixes, query))
    .limit(maxRanked)
    .select(
      sql<number>`ts_rank(c.search, ${tsQuery(prefixes)}) * 4 + word_similarity(fold_text(${query}), fold_text(c.course_name))`.as(
        'rank',
      ),
    )
  await setMinSimilarity(ctx.tx)
  return ctx.tx
    .selectFrom(found.as('m'))
    .orderBy(sql`m.opens = 'page'`)
    .orderBy('m.rank', 'desc')
    .orderBy('m.id')
    .limit(limit)
    .select(['m.id', 'm.course_name', 'm.opens'])
    .execute()
}

const tsQuery = (prefixes: string) => sql`to_tsquery('simple', fold_text(${prefixes}))`

function matching(prefixes: string, query: string) {
  const long = searchWords(query).filter((word) => word.length >= minLetters)
  const words = sql<boolean>`c.search @@ ${tsQuery(prefixes)}`
  if (long.length === 0) return words
  return sql<boolean>`(${words} or ${isSimilarSql(sql<string>`fold_text(c.course_name)`, long)})`
}

/** Courses of the school that the actor may open, and where. */
function openableCourses({ tx, school_id, actor, now }: Ctx) {
  const taught = sql<boolean>`(c.course_teacher_id = ${actor.id} or c.created_by = ${actor.id})`
  const edits = isAdmin(actor) ? sql<boolean>`true` : actor.role === 'teacher' ? taught : sql<boolean>`false`
  const listed = sql<boolean>`(c.course_is_public and not c.is_hidden)`
  const opens = sql<CourseTarget>`case when ${edits} then 'editor'
    when e.course_id is not null and ${mayLearnSql({ enrolment: 'e', course: 'c' }, now)} then 'player' else 'page' end`
  return tx
    .selectFrom('courses as c')
    .leftJoin('enrolments as e', (on) =>
      on
        .onRef('e.school_id', '=', 'c.school_id')
        .onRef('e.course_id', '=', 'c.id')
        .on('e.user_id', '=', actor.id)
        .on('e.status', '<>', 'removed'),
    )
    .where('c.school_id', '=', school_id)
    .where('c.deleted_at', 'is', null)
    .where(sql<boolean>`(${edits} or e.course_id is not null or ${listed})`)
    .select(['c.id', 'c.course_name', opens.as('opens')])
}

function recentCourses(ctx: Ctx, limit: number) {
  const { actor } = ctx
  const courses = openableCourses(ctx).limit(limit)
  if (actor.role === 'student')
    return courses
      .where('e.user_id', '=', actor.id)
      .orderBy(sql`coalesce(e.last_opened_at, e.created_at)`, 'desc')
      .execute()
  return isAdmin(actor)
    ? courses.orderBy('c.created_at', 'desc').orderBy('c.id', 'desc').execute()
    : courses
        .where('c.course_teacher_id', '=', actor.id)
        .orderBy('c.created_at', 'desc')
        .orderBy('c.id', 'desc')
        .execute()
}

/** Courses whose lessons are searched for one person: the most recently opened or created ones. */
const maxSearched = 200

/**
 * Courses in which the actor may read lessons now, with the course that holds their lessons; null for all courses of the
 * school.
 */
export async function readableCourses({ tx, school_id, actor, now }: Ctx) {
  if (isAdmin(actor)) return null
  const courses = tx
    .selectFrom('courses as c')
    .where('c.school_id', '=', school_id)
    .where('c.deleted_at', 'is', null)
    .limit(maxSearched)
    .select(['c.id', sql<string>`coalesce(c.mirror_course_id, c.id)`.as('origin_id')])
  if (actor.role === 'teacher')
    return courses
      .where(sql<boolean>`(c.course_teacher_id = ${actor.id} or c.created_by = ${actor.id})`)
      .orderBy('c.created_at', 'desc')
      .execute()
  return courses
    .innerJoin('enrolments as e', (on) =>
      on.onRef('e.school_id', '=', 'c.school_id').onRef('e.course_id', '=', 'c.id'),
    )
    .where('e.user_id', '=', actor.id)
    .where(mayLearnSql({ enrolment: 'e', course: 'c' }, now))
    .orderBy(sql`coalesce(e.last_opened_at, e.created_at)`, 'desc')
    .execute()
}

/** Names of these courses by id, without deleted ones. */
export async function courseNames({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .where('id', 'in', [...new Set(ids)])
    .where('deleted_at', 'is', null)
    .select(['id', 'course_name'])
    .execute()
  return new Map(rows.map(({ id, course_name }) => [id, course_name]))
}

/** Names and images of these courses by id, without deleted ones. */
export async function courseCovers({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { course_name: string; image_url: string | null }>()
  const rows = await tx
    .selectFrom('courses as c')
    .where('c.school_id', '=', school_id)
    .where('c.id', 'in', [...new Set(ids)])
    .where('c.deleted_at', 'is', null)
    .select(['c.id', 'c.course_name', pictureOfCourse.as('image_url')])
    .execute()
  return new Map(rows.map(({ id, ...cover }) => [id, cover]))
}
