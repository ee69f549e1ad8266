import { mayEditCourse } from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { ensureAllowed } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { selectCourseQuestions, getCourse, type QuestionRow } from '../queries.ts'
import { getReaderOutline } from './answer-sources.ts'
import { questionView, staffQuestionView } from './question-views.ts'

const latestFirst = {
  by: ['q.created_at', 'q.id'],
  direction: 'desc' as const,
  key: (row: QuestionRow) => [row.created_at, row.id],
}

/** Needs current access to the course: quotes must not stay readable afterwards. */
export async function listMyQuestions(
  ctx: Ctx,
  { course_id, limit, cursor }: Input<typeof contract.listMyQuestions>,
) {
  await getReaderOutline(ctx, { course_id })
  const ownQuestions = selectCourseQuestions(ctx, course_id).where('q.user_id', '=', ctx.actor.id)
  const page = await paginateByKeyset(ownQuestions, { ...latestFirst, limit, cursor })
  return { ...page, data: page.data.map(questionView) }
}

export async function listCourseQuestions(
  ctx: Ctx,
  { course_id, state, limit, cursor }: Input<typeof contract.listCourseQuestions>,
) {
  ensureAllowed(mayEditCourse(ctx.actor, await getCourse(ctx, course_id)))
  let query = selectCourseQuestions(ctx, course_id)
  if (state) query = query.where('q.state', '=', state)
  const page = await paginateByKeyset(query, { ...latestFirst, limit, cursor })
  return { ...page, data: page.data.map(staffQuestionView) }
}
