import { listActiveOwnerIds, normalizeEmail, withOwnedSchool, verifyOwner } from '#accounts/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { violatedUniqueConstraint } from '#platform/database/database.server.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { hashToken, newId, newToken } from '#platform/security/tokens.ts'
import type * as contract from './contract.ts'
import { mailOffer, mailOwners } from './mails.ts'
import { deleteExpiredOffers, endOffer, ensureNotClosing, listOwners } from './queries.ts'
import { offerView } from './get-ownership.ts'

export const offerLifetimeMs = 7 * 86_400_000

export async function offerTransfer(
  ctx: CtxWithoutTx,
  { school_id, email, former_owner_becomes, ...proof }: Input<typeof contract.offerTransfer>,
): Promise<Reply<typeof contract.offerTransfer>> {
  // Refused before the password is hashed if the school belongs to another account.
  await withOwnedSchool(ctx, school_id, async () => {})
  await verifyOwner(ctx, proof)
  const token = newToken()
  return withOwnedSchool(ctx, school_id, async (txCtx) => {
    // Locks the owners first, like closing a school.
    await listActiveOwnerIds(txCtx)
    await ensureNotClosing(txCtx)
    const to_email = normalizeEmail(email)
    const owners = await listOwners(txCtx, school_id)
    if (owners.some((owner) => normalizeEmail(owner.email) === to_email)) throw new Refusal('already_owner')
    await deleteExpiredOffers(txCtx, school_id)
    const offer = await insertHandover(txCtx, { to_email, former_owner_becomes, token })
    await txCtx.audit('school.transfer_offered', ['school', school_id], {
      email: to_email,
      former_owner_becomes,
    })
    await mailOffer(txCtx, { ...offer, token, schools: [txCtx.school!.name] })
    await mailOwners(txCtx, 'transfer_offered', { email: to_email })
    return offerView(offer)
  })
}

interface Handover {
  to_email: string
  former_owner_becomes: 'admin' | 'no_role'
  token: string
}

function insertHandover(ctx: Ctx, { to_email, former_owner_becomes, token }: Handover) {
  const { tx, school_id, actor, brand, now } = ctx
  return tx
    .insertInto('ownership_offers')
    .values({
      id: newId(),
      school_id,
      kind: 'transfer',
      token_hash: hashToken(token),
      root_domain: brand.key,
      from_account_id: actor.account_id!,
      to_email,
      former_owner_becomes,
      created_at: now,
      expires_at: new Date(now.getTime() + offerLifetimeMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      // The second of two concurrent offers is refused.
      throw violatedUniqueConstraint(error) === 'ownership_offers_transfer'
        ? new Refusal('transfer_pending')
        : error
    })
}

/** Any owner may withdraw an offer. */
export async function withdrawOffer(
  ctx: CtxWithoutTx,
  { offer_id }: Input<typeof contract.withdrawOffer>,
): Promise<Reply<typeof contract.withdrawOffer>> {
  const offer = ensureFound(
    await ctx.db
      .selectFrom('ownership_offers')
      .where('id', '=', offer_id)
      .select('school_id')
      .executeTakeFirst(),
  )
  await withOwnedSchool(ctx, offer.school_id, async (txCtx) => {
    const ended = await endOffer(txCtx, offer_id, 'withdrawn')
    if (!ended) throw new Refusal('offer_invalid')
    const { kind, to_email: email } = ended
    await txCtx.audit('school.offer_withdrawn', ['school', offer.school_id], { kind, email })
    if (kind === 'transfer') await mailOwners(txCtx, 'transfer_withdrawn', { email })
  })
  return okReply
}
