import { mayEditCourse } from '#courses/index.ts'
import { findEnrolment } from '#learning/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { isStaff } from '#tenancy/access/actor.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { ensureAllowed, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { publicMediaUrl } from '#uploads/index.ts'
import type * as contract from './contract.ts'
import { publicReviewerName } from './policy.ts'
import { getReviewedCourse, selectHighlightedReviews, selectReviews } from './queries.ts'

const maxHighlighted = 3
/** Some of them may be of one student. */
const highlightCandidates = 12

const latest = {
  by: ['r.created_at', 'r.user_id'],
  direction: 'desc' as const,
  key: (row: { created_at: Date; user_id: string }) => [row.created_at, row.user_id],
}

/** Everybody who may see the course may read its reviews. */
export async function listReviews(
  ctx: Ctx,
  { course_id, limit, cursor }: Input<typeof contract.listReviews>,
): Promise<Reply<typeof contract.listReviews>> {
  const course = await getReviewedCourse(ctx, course_id)
  if (!course.course_is_public && !isStaff(ctx.actor)) {
    const enrolment = await findEnrolment(ctx, course_id, ctx.actor.id)
    if (!enrolment || enrolment.status === 'removed') throw new Refusal('not_found')
  }
  const shown = selectReviews(ctx, course_id).where('r.hidden_at', 'is', null)
  const page = await paginateByKeyset(shown, { ...latest, limit, cursor })
  return {
    ...page,
    data: page.data.map((row) => ({ ...row, name: row.erased_at ? row.name : publicReviewerName(row.name) })),
  }
}

/** The reviews that a school shows on its home page: at most three, of different students. */
export async function listHighlightedReviews(
  ctx: Ctx,
): Promise<Reply<typeof contract.listHighlightedReviews>> {
  const rows = await selectHighlightedReviews(ctx).limit(highlightCandidates).execute()
  const firstOfEach = new Map(rows.toReversed().map((row) => [row.user_id, row]))
  return {
    data: [...firstOfEach.values()]
      .toReversed()
      .slice(0, maxHighlighted)
      .map(({ user_id: _user, name, ...row }) => ({ ...row, name: publicReviewerName(name) })),
  }
}

export async function listReviewsForStaff(
  ctx: Ctx,
  { course_id, rating, without_reply, limit, cursor }: Input<typeof contract.listReviewsForStaff>,
): Promise<Reply<typeof contract.listReviewsForStaff>> {
  ensureAllowed(mayEditCourse(ctx.actor, await getReviewedCourse(ctx, course_id)))
  const reviews = selectReviews(ctx, course_id)
    .$if(rating !== undefined, (query) => query.where('r.rating', '=', rating!))
    .$if(without_reply === true, (query) => query.where('r.replied_at', 'is', null))
  const page = await paginateByKeyset(reviews, { ...latest, limit, cursor })
  return { ...page, data: page.data.map(staffReviewView) }
}

type Row = Awaited<ReturnType<ReturnType<typeof selectReviews>['execute']>>[number]

export const staffReviewView = ({
  user_id,
  avatar_upload_id,
  hidden_at,
  erased_at: _erased,
  ...row
}: Row) => ({
  ...row,
  student_id: user_id,
  avatar_url: avatar_upload_id && publicMediaUrl(avatar_upload_id),
  is_hidden: hidden_at !== null,
})
