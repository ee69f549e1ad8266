import { originOf } from '#platform/config.ts'
import type { Ctx, OwnCtx } from '#platform/context.ts'
import { hostNameOf } from './address.ts'

/** The school that an address leads to, with its sub-domain, which sends on to where the school lives. */
export async function schoolAt({ db, config }: OwnCtx, typed: string) {
  const school = await db
    .selectFrom('school_hosts as h')
    .innerJoin('school_directory as d', 'd.school_id', 'h.school_id')
    .where('h.host', '=', hostNameOf(typed, config.rootDomain))
    .select(['d.school_id', 'd.school_url'])
    .executeTakeFirst()
  return school && { ...school, origin: originOf(config, `${school.school_url}.${config.rootDomain}`) }
}

export const visitsOf = ({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>) =>
  tx.selectFrom('support_visits as v').where('v.school_id', '=', school_id)

export async function ownersOf({ tx, school_id }: Ctx) {
  const owners = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('role', '=', 'account_user')
    .where('status', '=', 'active')
    .select('id')
    .execute()
  return owners.map(({ id }) => id)
}
