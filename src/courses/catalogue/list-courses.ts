import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { isAdmin } from '#tenancy/access/actor.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { withSales } from './current-sale.ts'
import { selectCards, selectStaffRows, selectCourses, onlyListed } from '../queries.ts'

/** Newest first, by an index that ends with the same columns. */
const newest = { by: ['c.created_at', 'c.id'], direction: 'desc' as const, key }
function key(row: { created_at: Date; id: string }) {
  return [row.created_at, row.id]
}

type Courses = ReturnType<typeof selectCourses>

const taughtBy = (query: Courses, id: string) =>
  query.where((eb) => eb.or([eb('c.course_teacher_id', '=', id), eb('c.created_by', '=', id)]))

/** Selects the courses that the actor can edit: all for admins, for teachers their own. */
export const selectEditableCourses = (ctx: Ctx) =>
  isAdmin(ctx.actor) ? selectCourses(ctx) : taughtBy(selectCourses(ctx), ctx.actor.id)

/** Lists the courses that the caller may edit, newest first. */
export async function listCourses(ctx: Ctx, input: Input<typeof contract.listCourses>) {
  let query = selectEditableCourses(ctx)
  if (input.category_id) query = query.where('c.category_id', '=', input.category_id)
  if (input.faculty_id) query = query.where('c.faculty_id', '=', input.faculty_id)
  if (input.course_teacher_id) query = query.where('c.course_teacher_id', '=', input.course_teacher_id)
  query = withVisibility(query, input.visibility)
  const words = input.q?.trim()
  if (words) {
    const part = `%${words.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((eb) =>
      eb.or([
        eb(sql`fold_text(c.course_name)`, 'like', sql`fold_text(${part})`),
        eb('c.course_code', 'ilike', part),
      ]),
    )
  }
  const found = await paginateByKeyset(selectStaffRows(query, ctx.now), { ...newest, ...page(input) })
  return withSales(ctx, found)
}

function withVisibility(query: Courses, visibility: Input<typeof contract.listCourses>['visibility']) {
  if (visibility === 'coming_soon') return query.where('c.is_coming_soon', '=', true)
  if (visibility === 'private') return query.where('c.course_is_public', '=', false)
  if (visibility === 'hidden')
    return query.where('c.course_is_public', '=', true).where('c.is_hidden', '=', true)
  return visibility === 'public' ? onlyListed(query) : query
}

/** Lists the courses that the calling teacher teaches, newest first. */
export async function listTaughtCourses(ctx: Ctx, input: Input<typeof contract.listTaughtCourses>) {
  const query = selectStaffRows(taughtBy(selectCourses(ctx), ctx.actor.id), ctx.now)
  return withSales(ctx, await paginateByKeyset(query, { ...newest, ...page(input) }))
}

export async function listPublicCourses(ctx: Ctx, input: Input<typeof contract.listPublicCourses>) {
  let query = onlyListed(selectCourses(ctx))
  if (input.category_id) query = query.where('c.category_id', '=', input.category_id)
  if (input.faculty_id) query = query.where('c.faculty_id', '=', input.faculty_id)
  return withSales(ctx, await paginateByKeyset(selectCards(query), { ...newest, ...page(input) }))
}

const page = ({ limit, cursor }: { limit?: number; cursor?: string }) => ({ limit, cursor })
