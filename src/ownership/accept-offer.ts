import {
  listActiveOwnerIds,
  normalizeEmail,
  revokeOwnership,
  withSchool,
  grantOwnership,
  findOwnerByAccount,
} from '#accounts/index.ts'
import { originFor } from '#platform/config/config.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { mailFormerOwner, mailOwners } from './mails.ts'
import { endOffer, findOffersByToken, type OfferRow } from './queries.ts'

export async function getOffer(
  ctx: Ctx,
  { token }: Input<typeof contract.getOffer>,
): Promise<Reply<typeof contract.getOffer>> {
  const { tx, config, brand } = ctx
  const offers = await findOffersByToken(ctx, token)
  const [first] = offers
  if (!first) throw new Refusal('offer_invalid')
  const from = await tx
    .selectFrom('accounts')
    .where('id', '=', first.from_account_id)
    .select('name')
    .executeTakeFirst()
  const ids = offers.map((offer) => offer.school_id)
  const schools = await tx
    .selectFrom('school_directory')
    .where('school_id', 'in', ids)
    .select(['school_id', 'name', 'school_url'])
    .orderBy('name')
    .execute()
  return {
    kind: first.kind as 'transfer' | 'co_owner',
    email: first.to_email,
    from_name: from?.name ?? '',
    schools: schools.map(({ school_url, ...school }) => ({
      ...school,
      url: originFor(config, `${school_url}.${brand.domain}`),
    })),
    expires_at: first.expires_at,
  }
}

/**
 * Accepts an offer. The token proves access to the mailbox, the session identifies the account: both must have
 * the same address.
 */
export async function acceptOffer(
  ctx: CtxWithoutTx,
  { token }: Input<typeof contract.acceptOffer>,
): Promise<Reply<typeof contract.acceptOffer>> {
  const offers = await ctx.transact((txCtx) => findOffersByToken(txCtx, token))
  if (offers.length === 0) throw new Refusal('offer_invalid')
  if (offers.some((offer) => offer.to_email !== normalizeEmail(ctx.actor.email)))
    throw new Refusal('offer_for_other_account')
  const school_ids: string[] = []
  for (const offer of offers) if (await taken(ctx, offer)) school_ids.push(offer.school_id)
  if (school_ids.length === 0) throw new Refusal('offer_invalid')
  return { school_ids }
}

/** Of several schools in one offer, a failure of one does not block the others. */
async function taken(ctx: CtxWithoutTx, offer: OfferRow): Promise<boolean> {
  try {
    await withSchool(ctx, offer.school_id, (txCtx, requestContext) => take(txCtx, requestContext, offer))
    return true
  } catch (error) {
    if (error instanceof Refusal && ['offer_invalid', 'not_found'].includes(error.code)) return false
    throw error
  }
}

/** In one transaction: until it commits the school belongs to the old owner, afterwards to the new one. */
async function take(ctx: Ctx, requestContext: { actor: Ctx['actor'] }, { id }: OfferRow) {
  const account = { id: ctx.actor.id, email: ctx.actor.email }
  // Locks the owners first, like every change of ownership, to avoid a deadlock.
  await listActiveOwnerIds(ctx)
  const offer = await endOffer(ctx, id, 'accepted')
  if (!offer) throw new Refusal('offer_invalid')
  const old = await findOwnerByAccount(ctx, offer.from_account_id)
  // A former owner cannot offer the school.
  if (!old) throw new Refusal('offer_invalid')
  const owner = await grantOwnership(ctx, account)
  requestContext.actor = ctx.actor = { ...ctx.actor, id: owner.id, role: 'account_user' }
  const { kind, former_owner_becomes, school_id } = offer
  await ctx.audit(kind === 'transfer' ? 'school.transferred' : 'school.owner_added', ['school', school_id], {
    to: account.email,
    ...(kind === 'transfer' && { from: old.email, former_owner_becomes }),
  })
  const values = { email: account.email, name: owner.name, old: old.name }
  if (kind === 'transfer' && old.id !== owner.id) {
    await revokeOwnership(ctx, old, former_owner_becomes as 'admin' | 'no_role')
    await mailFormerOwner(ctx, old, values)
  }
  await mailOwners(ctx, kind === 'transfer' ? 'transferred' : 'owner_added', values)
}
