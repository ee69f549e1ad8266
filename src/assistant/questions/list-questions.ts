import { mayEditCourse } from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { keyset } from '#platform/http/keyset-paging.ts'
import { ensure } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { askedIn, courseOf, type AskedRow } from '../queries.ts'
import { outlineFor } from './sources.ts'
import { askedView, staffView } from './question-views.ts'

const latestFirst = {
  by: ['q.asked_at', 'q.id'],
  direction: 'desc' as const,
  key: (row: AskedRow) => [row.asked_at, row.id],
}

/** For who may still open the course: what was quoted from it is not handed out afterwards. */
export async function listMyQuestions(
  ctx: Ctx,
  { course_id, limit, cursor }: Input<typeof contract.listMyQuestions>,
) {
  await outlineFor(ctx, { course_id })
  const mine = askedIn(ctx, course_id).where('q.user_id', '=', ctx.actor.id)
  const page = await keyset(mine, { ...latestFirst, limit, cursor })
  return { ...page, data: page.data.map(askedView) }
}

export async function listCourseQuestions(
  ctx: Ctx,
  { course_id, state, limit, cursor }: Input<typeof contract.listCourseQuestions>,
) {
  ensure(mayEditCourse(ctx.actor, await courseOf(ctx, course_id)))
  let asked = askedIn(ctx, course_id)
  if (state) asked = asked.where('q.state', '=', state)
  const page = await keyset(asked, { ...latestFirst, limit, cursor })
  return { ...page, data: page.data.map(staffView) }
}
