import { sql, type SelectQueryBuilder } from 'kysely'
import { approvalStatusSql, isEntitledSql } from '#course-access/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { DB } from '#platform/database/database-types.ts'
import { ensureFound } from '#platform/contract/refusal.ts'

/**
 * Locks courses until commit, in a fixed order. NO KEY UPDATE, so that students can still join. Changes of an
 * outline lock their course too, which keeps positions without gaps.
 */
export async function lockCourses({ tx, school_id }: Ctx, ids: string[]) {
  await tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .where('id', 'in', ids)
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute()
}

/** The course for its editor, with the person who saved it last. */
export async function lockCourse(ctx: Ctx, id: string, { deleted = false } = {}) {
  const row = await ctx.tx
    .selectFrom('courses as c')
    .leftJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'c.school_id').onRef('u.id', '=', 'c.updated_by'),
    )
    .where('c.school_id', '=', ctx.school_id)
    .where('c.id', '=', id)
    .where('c.deleted_at', deleted ? 'is not' : 'is', null)
    .selectAll('c')
    .select('u.name as updated_by_name')
    .executeTakeFirst()
  const course = ensureFound(row)
  return {
    ...course,
    course_requirements: course.course_requirements as string[],
    course_reviews: course.course_reviews as unknown as Review[],
    course_questions: course.course_questions as unknown as Question[],
    similar_courses: course.similar_courses as string[],
    tiering_prices: course.tiering_prices as number[],
    sale_tiering_prices: course.sale_tiering_prices as (number | null)[],
  }
}
export type EditedCourse = Awaited<ReturnType<typeof lockCourse>>

export interface Review {
  name: string
  rating: number
  review: string
}

export interface Question {
  question: string
  answer: string
}

/** The course whose lessons are shown: its own, or the origin of a mirror. */
const origin = sql<string>`coalesce(c.mirror_course_id, c.id)`

const countOf = (what: 'lessons' | 'contents') => sql<number>`(select count(*)::int from ${sql.table(what)} n
  where n.school_id = c.school_id and n.course_id = ${origin}
  ${what === 'contents' ? sql`and n.is_published` : sql``})`

/** The stored status uses the index; the effective status decides. */
const students = (
  status: string,
  now: Date,
) => sql<number>`(select count(*)::int from (select from enrolments e
  where e.school_id = c.school_id and e.course_id = c.id and e.status = ${status}
    and ${approvalStatusSql({ enrolment: 'e', course: 'c' }, now)} = ${status} limit 1000) few)`

const imageUrlSql = (column: string) => sql<string | null>`'/media/public/' || ${sql.ref(column)}`

/** Address of the image of a course `c`; null without one. */
export const pictureOfCourse = sql<
  string | null
>`'/media/public/' || coalesce(c.preview_image, c.banner_image, c.background_image)`

/** To one decimal; null without ratings. `reviews` maintains the sums. */
const averageRating = sql<number | null>`round(c.rating_sum::numeric / nullif(c.rating_count, 0), 1)`

type FromCourses = SelectQueryBuilder<DB & { c: DB['courses'] }, 'c', object>

/** Selects courses of the school that are not deleted. */
export const selectCourses = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('courses as c')
    .where('c.school_id', '=', school_id)
    .where('c.deleted_at', 'is', null) as unknown as FromCourses

/** Only courses that the school lists publicly. */
export const onlyListed = (query: FromCourses) =>
  query.where('c.course_is_public', '=', true).where('c.is_hidden', '=', false)

/** Columns of a card. */
export const selectCards = (query: FromCourses) =>
  query
    .leftJoin('users as teacher', (on) =>
      on.onRef('teacher.school_id', '=', 'c.school_id').onRef('teacher.id', '=', 'c.course_teacher_id'),
    )
    .select(['c.id', 'c.course_name', 'c.short_description', 'c.price', 'c.category_id', 'c.is_coming_soon'])
    .select([
      'c.course_start_date',
      'c.course_end_date',
      'c.created_at',
      'teacher.name as course_teacher_name',
    ])
    .select(['c.sale_price', 'c.sale_starts_on', 'c.sale_ends_on'])
    .select([pictureOfCourse.as('image_url'), 'c.rating_count', averageRating.as('rating_average')])
    .select([countOf('lessons').as('lessons_count'), countOf('contents').as('contents_count')])

/** Additional columns of the list for staff. */
export const selectStaffRows = (query: FromCourses, now: Date) =>
  selectCards(query)
    .select(['c.course_code', 'c.course_is_public as course_isPublic', 'c.is_hidden', 'c.course_teacher_id'])
    .select(['c.mirror_course_id', 'c.updated_at', 'c.is_sample'])
    .select([students('approved', now).as('students_count'), students('pending', now).as('pending_count')])

/** All columns of one course for its page, with the reader's enrolment. */
export function findCourseForPage({ tx, school_id, actor, now }: Ctx, id: string) {
  return tx
    .selectFrom('courses as c')
    .leftJoin('categories as k', (on) =>
      on.onRef('k.school_id', '=', 'c.school_id').onRef('k.id', '=', 'c.category_id'),
    )
    .leftJoin('faculties as f', (on) =>
      on.onRef('f.school_id', '=', 'c.school_id').onRef('f.id', '=', 'c.faculty_id'),
    )
    .leftJoin('users as teacher', (on) =>
      on.onRef('teacher.school_id', '=', 'c.school_id').onRef('teacher.id', '=', 'c.course_teacher_id'),
    )
    .leftJoin('enrolments as e', (on) =>
      on
        .onRef('e.school_id', '=', 'c.school_id')
        .onRef('e.course_id', '=', 'c.id')
        .on('e.user_id', '=', actor.id),
    )
    .where('c.school_id', '=', school_id)
    .where('c.id', '=', id)
    .where('c.deleted_at', 'is', null)
    .selectAll('c')
    .select(['k.name as category_name', 'k.slug as category_slug', 'teacher.name as teacher_name'])
    .select(['f.name as faculty_name', 'f.slug as faculty_slug'])
    .select([imageUrlSql('teacher.avatar_upload_id').as('teacher_picture_url')])
    .select(['e.status as enrolment_status', 'e.student_approval_end_date'])
    .select(isEntitledSql('e', now).as('is_entitled'))
    .select([countOf('lessons').as('lessons_count'), countOf('contents').as('contents_count')])
    .executeTakeFirst()
}
export type CoursePageRow = NonNullable<Awaited<ReturnType<typeof findCourseForPage>>>

/** Lessons with their published contents in order, for visitors. */
export function getPublicOutline({ tx, school_id }: Ctx, course_id: string) {
  return tx
    .selectFrom('lessons as l')
    .leftJoin('contents as t', (on) =>
      on
        .onRef('t.school_id', '=', 'l.school_id')
        .onRef('t.lesson_id', '=', 'l.id')
        .on('t.is_published', '=', true),
    )
    .where('l.school_id', '=', school_id)
    .where('l.course_id', '=', course_id)
    .orderBy('l.position')
    .orderBy('l.id')
    .orderBy('t.position')
    .orderBy('t.id')
    .select(['l.id as lesson_id', 'l.title as lesson_title'])
    .select(['t.id', 't.type', 't.title', 't.duration_seconds', 't.is_locked'])
    .select(['t.is_published', 't.is_free_preview', 't.opens_at'])
    .execute()
}

/** At most `most` listed courses: similar ones in the editor's order, then the newest of the category. */
export function listRelatedCourses(ctx: Ctx, course: CoursePageRow, limit: number) {
  const similar = course.similar_courses as string[]
  const position = sql<number>`array_position(${similar}::uuid[], c.id)`
  return selectCards(onlyListed(selectCourses(ctx)))
    .where('c.id', '<>', course.id)
    .where((eb) =>
      eb.or([
        eb(position, 'is not', null),
        ...(course.category_id ? [eb('c.category_id', '=', course.category_id)] : []),
      ]),
    )
    .orderBy(sql`${position} nulls last`)
    .orderBy('c.created_at', 'desc')
    .limit(limit)
    .execute()
}
