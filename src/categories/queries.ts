import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { violatedUniqueConstraint } from '#platform/database/database.server.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { firstFreeSlug } from './slug.ts'

type Reach = Pick<Ctx, 'tx' | 'school_id'>

export const selectCategories = ({ tx, school_id }: Reach) =>
  tx
    .selectFrom('categories as c')
    .where('c.school_id', '=', school_id)
    .select(['c.id', 'c.name', 'c.slug', 'c.position'])

/** Counts every course that is not deleted, including those hidden from visitors. */
export const selectCategoriesForStaff = (ctx: Reach) =>
  selectCategories(ctx).select((eb) => [
    'c.created_at',
    eb
      .selectFrom('courses as k')
      .whereRef('k.school_id', '=', 'c.school_id')
      .whereRef('k.category_id', '=', 'c.id')
      .where('k.deleted_at', 'is', null)
      .select(sql<number>`count(*)::int`.as('count'))
      .$asScalar()
      .$notNull()
      .as('course_count'),
  ])

/** Locks the categories of a school: their number, order and slugs depend on each other. */
export async function lockCategories({ tx, school_id }: Reach) {
  await tx
    .selectFrom('schools')
    .where('school_id', '=', school_id)
    .select('school_id')
    .forNoKeyUpdate()
    .execute()
  return selectCategories({ tx, school_id }).execute()
}

export function uniqueSlug(others: { slug: string }[], name: string) {
  return firstFreeSlug(name, new Set(others.map((other) => other.slug)))
}

/** Converts a unique violation of the name to its refusal; returns any other error unchanged. */
export const translateUniqueViolation = (error: unknown) =>
  violatedUniqueConstraint(error) === 'categories_name' ? new Refusal('category_name_taken') : error
