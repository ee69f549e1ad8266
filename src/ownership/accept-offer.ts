import { activeOwners, emailOf, endOwnership, inSchoolOf, makeOwner, ownerWith } from '#accounts/index.ts'
import { originOf } from '#platform/config/config.ts'
import type { Ctx, OwnCtx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { tellOldOwner, tellOwners } from './mails.ts'
import { endOffer, offersBehind, type OfferRow } from './queries.ts'

export async function readOffer(
  ctx: Ctx,
  { token }: Input<typeof contract.readOffer>,
): Promise<Reply<typeof contract.readOffer>> {
  const { tx, config, brand } = ctx
  const offers = await offersBehind(ctx, token)
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
    kind: first.kind as 'handover' | 'co_owner',
    email: first.to_email,
    from_name: from?.name ?? '',
    schools: schools.map(({ school_url, ...school }) => ({
      ...school,
      url: originOf(config, `${school_url}.${brand.domain}`),
    })),
    expires_at: first.expires_at,
  }
}

/** The token shows that the mail was read, the session who wants the school: both have to be of one address. */
export async function acceptOffer(
  ctx: OwnCtx,
  { token }: Input<typeof contract.acceptOffer>,
): Promise<Reply<typeof contract.acceptOffer>> {
  const offers = await ctx.transact((inside) => offersBehind(inside, token))
  if (offers.length === 0) throw new Refusal('offer_invalid')
  if (offers.some((offer) => offer.to_email !== emailOf(ctx.actor.email)))
    throw new Refusal('offer_for_another')
  const school_ids: string[] = []
  for (const offer of offers) if (await taken(ctx, offer)) school_ids.push(offer.school_id)
  if (school_ids.length === 0) throw new Refusal('offer_invalid')
  return { school_ids }
}

/** Of several schools that were offered together, one that cannot be had any more is not in the way of the others. */
async function taken(ctx: OwnCtx, offer: OfferRow): Promise<boolean> {
  try {
    await inSchoolOf(ctx, offer.school_id, (inside, around) => take(inside, around, offer))
    return true
  } catch (error) {
    if (error instanceof Refusal && ['offer_invalid', 'not_found'].includes(error.code)) return false
    throw error
  }
}

/** All of it or nothing: until this commits the school is the old owner's, from then on the new one's. */
async function take(ctx: Ctx, around: { actor: Ctx['actor'] }, { id }: OfferRow) {
  const account = { id: ctx.actor.id, email: ctx.actor.email }
  // Owners first, as whoever else changes who owns the school does, or the two would wait for each other.
  await activeOwners(ctx)
  const offer = await endOffer(ctx, id, 'accepted')
  if (!offer) throw new Refusal('offer_invalid')
  const old = await ownerWith(ctx, offer.from_account_id)
  // Who is no owner any more has nothing to offer.
  if (!old) throw new Refusal('offer_invalid')
  const owner = await makeOwner(ctx, account)
  around.actor = ctx.actor = { ...ctx.actor, id: owner.id, role: 'account_user' }
  const { kind, old_owner, school_id } = offer
  await ctx.audit(kind === 'handover' ? 'school.handed_over' : 'school.owner_added', ['school', school_id], {
    to: account.email,
    ...(kind === 'handover' && { from: old.email, old_owner }),
  })
  const values = { email: account.email, name: owner.name, old: old.name }
  if (kind === 'handover' && old.id !== owner.id) {
    await endOwnership(ctx, old, old_owner as 'admin' | 'leaves')
    await tellOldOwner(ctx, old, values)
  }
  await tellOwners(ctx, kind === 'handover' ? 'handed_over' : 'owner_added', values)
}
