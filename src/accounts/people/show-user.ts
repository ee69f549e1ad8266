import { textsOwed } from '#consent/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { found } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { facultiesOf } from '../users/faculties-of-user.ts'
import { sightOf } from '../policy.ts'
import { userById } from '../users/user-queries.ts'
import { openVisit, visitorDetails } from '../platform-staff/support-session.ts'
import { personView, standingOf, userDetails as details } from '../users/user-details.ts'

export async function me(ctx: Ctx): Promise<Reply<typeof contract.me>> {
  const { actor } = ctx
  if (actor.support) {
    const { created_at } = found(await openVisit(ctx, actor.id))
    return { ...visitorDetails(actor, created_at), must_accept: [], consented_purposes: [] }
  }
  const [person, faculties] = await Promise.all([userById(ctx, actor.id), facultiesOf(ctx, actor.id)])
  const row = found(person)
  // The school's versions come with the host and the person's with the row: being asked anew costs no query.
  const must_accept = textsOwed(ctx, row)
  return {
    ...details(row, faculties),
    must_accept,
    consented_purposes: row.consented_purposes,
  }
}

/** Somebody whom the reader may not see answers as somebody who does not exist. */
export async function userDetails(
  ctx: Ctx,
  { user_id }: Input<typeof contract.userDetails>,
): Promise<Reply<typeof contract.userDetails>> {
  const row = found(await userById(ctx, user_id))
  const sight = found(sightOf(ctx.actor, standingOf(row)))
  return personView(ctx.actor, { row, sight, faculties: await facultiesOf(ctx, user_id) })
}
