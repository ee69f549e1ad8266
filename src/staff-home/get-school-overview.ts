import { sql, type Expression, type RawBuilder } from 'kysely'
import { selectPeople } from '#accounts/index.ts'
import { selectEditableCourses } from '#courses/index.ts'
import { selectJoinRequests } from '#learning/index.ts'
import { selectOrdersNeedingAttention } from '#payments/index.ts'
import type { Reply } from '#platform/contract/route.ts'
import { isAdmin } from '#tenancy/access/actor.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from './contract.ts'

type Overview = Reply<typeof contract.getSchoolOverview>

/** Each figure counts the rows of the list that it opens, with the query of that list. */
export async function getSchoolOverview(ctx: Ctx): Promise<Overview> {
  const courses = selectEditableCourses(ctx).select('c.id')
  const awaiting = selectPeople(ctx, ['teacher'], 'awaiting_acceptance').select('id')
  return ctx.tx
    .selectNoFrom([
      countUpTo(courses).as('courses_count'),
      countUpTo(courses.where('c.course_is_public', '=', true)).as('public_courses_count'),
      countUpTo(selectPeople(ctx, ['student']).select('id')).as('students_count'),
      countUpTo(selectJoinRequests(ctx)).as('pending_enrolments_count'),
      (isAdmin(ctx.actor) ? countUpTo(awaiting) : sql<number>`0`).as('awaiting_teachers_count'),
      (isAdmin(ctx.actor) ? countUpTo(selectOrdersNeedingAttention(ctx)) : sql<number>`0`).as(
        'attention_orders_count',
      ),
    ])
    .executeTakeFirstOrThrow()
}

interface Rows {
  limit(max: number): Expression<unknown>
}

/** Counts rows and stops at `max`, so that the cost does not depend on the size of the school. */
export const countUpTo = (rows: Rows, max = 1_000): RawBuilder<number> =>
  sql<number>`(select count(*)::int from (${rows.limit(max)}) as n)`
