import { activeOwners, emailOf, inOwnedSchool, proveOwner } from '#accounts/index.ts'
import type { Ctx, OwnCtx } from '#tenancy/context/request-context.ts'
import { brokenUnique } from '#platform/database/database.server.ts'
import { found, Refusal } from '#platform/contract/refusal.ts'
import { done, type Input, type Reply } from '#platform/contract/route.ts'
import { hashOf, newId, newToken } from '#platform/security/tokens.ts'
import type * as contract from './contract.ts'
import { mailOffer, tellOwners } from './mails.ts'
import { dropExpired, endOffer, ensureStaysOpen, ownersOf } from './queries.ts'
import { offerView } from './show-ownership.ts'

export const offeredForMs = 7 * 86_400_000

export async function handOverSchool(
  ctx: OwnCtx,
  { school_id, email, old_owner, ...proof }: Input<typeof contract.handOverSchool>,
): Promise<Reply<typeof contract.handOverSchool>> {
  // Whose school it is not learns nothing of it, and costs no hash.
  await inOwnedSchool(ctx, school_id, async () => {})
  await proveOwner(ctx, proof)
  const token = newToken()
  return inOwnedSchool(ctx, school_id, async (inside) => {
    // Owners first, as whoever closes the school does.
    await activeOwners(inside)
    await ensureStaysOpen(inside)
    const to_email = emailOf(email)
    const owners = await ownersOf(inside, school_id)
    if (owners.some((owner) => emailOf(owner.email) === to_email)) throw new Refusal('owns_already')
    await dropExpired(inside, school_id)
    const offer = await insertHandover(inside, { to_email, old_owner, token })
    await inside.audit('school.handover_offered', ['school', school_id], { email: to_email, old_owner })
    await mailOffer(inside, { ...offer, token, schools: [inside.school!.name] })
    await tellOwners(inside, 'handover_begun', { email: to_email })
    return offerView(offer)
  })
}

interface Handover {
  to_email: string
  old_owner: 'admin' | 'leaves'
  token: string
}

function insertHandover(ctx: Ctx, { to_email, old_owner, token }: Handover) {
  const { tx, school_id, actor, brand, now } = ctx
  return tx
    .insertInto('ownership_offers')
    .values({
      id: newId(),
      school_id,
      kind: 'handover',
      token_hash: hashOf(token),
      root_domain: brand.key,
      from_account_id: actor.account_id!,
      to_email,
      old_owner,
      created_at: now,
      expires_at: new Date(now.getTime() + offeredForMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      // Of two who hand it over at once, the second is told of the first.
      throw brokenUnique(error) === 'ownership_offers_handover' ? new Refusal('handover_open') : error
    })
}

/** Any owner may: what is offered is theirs together. */
export async function withdrawOffer(
  ctx: OwnCtx,
  { offer_id }: Input<typeof contract.withdrawOffer>,
): Promise<Reply<typeof contract.withdrawOffer>> {
  const offer = found(
    await ctx.db
      .selectFrom('ownership_offers')
      .where('id', '=', offer_id)
      .select('school_id')
      .executeTakeFirst(),
  )
  await inOwnedSchool(ctx, offer.school_id, async (inside) => {
    const ended = await endOffer(inside, offer_id, 'withdrawn')
    if (!ended) throw new Refusal('offer_invalid')
    const { kind, to_email: email } = ended
    await inside.audit('school.offer_withdrawn', ['school', offer.school_id], { kind, email })
    if (kind === 'handover') await tellOwners(inside, 'handover_withdrawn', { email })
  })
  return done
}
