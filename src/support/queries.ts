import { originFor } from '#platform/config/config.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { parseHostName } from './address.ts'

/** The school of an address at any root, with its sub-domain, which redirects to the canonical host. */
export async function findSchoolByAddress({ hosts, config }: CtxWithoutTx, address: string) {
  const host = await hosts.resolve(parseHostName(address, config.rootDomain))
  if (host?.kind !== 'school') return null
  const { school_id, school_url, brand } = host.school
  return { school_id, brand, origin: originFor(config, `${school_url}.${brand.domain}`) }
}

export const selectVisits = ({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>) =>
  tx.selectFrom('support_visits as v').where('v.school_id', '=', school_id)

export async function listOwners({ tx, school_id }: Ctx) {
  const owners = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('role', '=', 'account_user')
    .where('status', '=', 'active')
    .select('id')
    .execute()
  return owners.map(({ id }) => id)
}
