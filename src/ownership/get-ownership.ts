import { originFor } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { listOwners, type OfferRow } from './queries.ts'

export async function getOwnership(
  { tx, actor, now, config, brand }: Ctx,
  { school_id }: Input<typeof contract.getOwnership>,
): Promise<Reply<typeof contract.getOwnership>> {
  const school = ensureFound(
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
  const owners = await listOwners({ tx }, school_id)
  return {
    school: { ...school, url: originFor(config, `${school.school_url}.${brand.domain}`) },
    owners: owners.map((owner) => ({ ...owner, is_you: owner.id === actor.id })),
    offers: offers.map(offerView),
  }
}

export const offerView = ({
  id,
  kind,
  to_email,
  former_owner_becomes,
  created_at,
  expires_at,
}: OfferRow) => ({
  id,
  // Check constraints limit both columns to these values.
  kind: kind as 'transfer' | 'co_owner',
  former_owner_becomes: former_owner_becomes as 'admin' | 'no_role' | null,
  email: to_email,
  created_at,
  expires_at,
})
