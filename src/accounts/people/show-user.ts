import { pendingLegalDocuments } from '#consent/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { facultiesOfUser } from '../users/faculties-of-user.ts'
import { profileVisibility } from '../policy.ts'
import { findUser } from '../users/user-queries.ts'
import { findActiveVisit, supportUserDetails } from '../platform-staff/support-session.ts'
import { personView, policyUser, userDetailsView as details } from '../users/user-details-view.ts'

/** The signed-in user with pending legal documents and consented purposes; for support, the visit. */
export async function getMe(ctx: Ctx): Promise<Reply<typeof contract.getMe>> {
  const { actor } = ctx
  if (actor.support) {
    const { created_at } = ensureFound(await findActiveVisit(ctx, actor.id))
    return { ...supportUserDetails(actor, created_at), pending_document_kinds: [], consented_purposes: [] }
  }
  const [person, faculties] = await Promise.all([findUser(ctx, actor.id), facultiesOfUser(ctx, actor.id)])
  const row = ensureFound(person)
  // Versions are loaded with host and person, so this costs no query.
  const pending_document_kinds = pendingLegalDocuments(ctx, row)
  return {
    ...details(row, faculties),
    pending_document_kinds,
    consented_purposes: row.consented_purposes,
  }
}

/** Refuses `not_found` for people whom the reader may not see. */
export async function getUserDetails(
  ctx: Ctx,
  { user_id }: Input<typeof contract.getUserDetails>,
): Promise<Reply<typeof contract.getUserDetails>> {
  const row = ensureFound(await findUser(ctx, user_id))
  const sight = ensureFound(profileVisibility(ctx.actor, policyUser(row)))
  return personView(ctx.actor, { row, sight, faculties: await facultiesOfUser(ctx, user_id) })
}
