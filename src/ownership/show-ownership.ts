import { originOf } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { found } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { ownersOf, type OfferRow } from './queries.ts'

export async function showOwnership(
  { tx, actor, now, config, brand }: Ctx,
  { school_id }: Input<typeof contract.showOwnership>,
): Promise<Reply<typeof contract.showOwnership>> {
  const school = found(
    await tx
      .selectFrom('account_schools as a')
      .innerJoin('school_directory as d', 'd.school_id', 'a.school_id')
      .where('a.account_id', '=', actor.id)
      .where('a.school_id', '=', school_id)
      .select(['d.school_id', 'd.school_url', 'd.name'])
      .executeTakeFirst(),
  )
  const offers = await tx
    .selectFrom('ownership_offers')
    .where('school_id', '=', school_id)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .selectAll()
    .orderBy('created_at')
    .limit(100)
    .execute()
  const owners = await ownersOf({ tx }, school_id)
  return {
    school: { ...school, url: originOf(config, `${school.school_url}.${brand.domain}`) },
    owners: owners.map((owner) => ({ ...owner, is_you: owner.id === actor.id })),
    offers: offers.map(offerView),
  }
}

export const offerView = ({ id, kind, to_email, old_owner, created_at, expires_at }: OfferRow) => ({
  id,
  // Constraints of the table hold both to their words.
  kind: kind as 'handover' | 'co_owner',
  old_owner: old_owner as 'admin' | 'leaves' | null,
  email: to_email,
  created_at,
  expires_at,
})
