import { sql, type Selectable } from 'kysely'
import {
  verificationGraceMs,
  verificationHost,
  type DnsProblem,
  type DomainState,
} from '#custom-domains/index.ts'
import type { Config } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Resellers } from '#platform/database/database-types.ts'
import type { Palette } from '#lib/theme/index.ts'
import { senderDomain } from './policy.ts'

export type ResellerRow = Omit<Selectable<Resellers>, 'logo'>
export type CountedReseller = ResellerRow & { schools: number }

const columns = [
  'id',
  'name',
  'root_domain',
  'theme',
  'theme_css',
  'logo_hash',
  'mail_sender_name',
  'mail_sender_address',
  'support_email',
  'terms_url',
  'privacy_url',
  'share_basis_points',
  'state',
  'verification_record',
  'domain_state',
  'domain_problem',
  'domain_found_records',
  'checked_at',
  'failing_since',
  'is_serving',
  'mail_verification_record',
  'is_mail_verified',
  'mail_domain_problem',
  'mail_found_records',
  'created_at',
  'updated_at',
] as const

type Reach = Pick<Ctx, 'tx'>

/** Without the logo, which only its own route reads. */
export const selectResellers = ({ tx }: Reach) => tx.selectFrom('resellers').select(columns)

const maxCounted = 10_000

/** With the number of schools at its root, counted by an index up to the maximum. */
export const selectResellersWithCounts = (reach: Reach) =>
  selectResellers(reach).select(
    sql<number>`(select count(*) from (select from school_directory d
      where d.root_domain = resellers.root_domain and d.root_domain <> '' limit ${maxCounted}) listed)`.as(
      'schools',
    ),
  )

export const findReseller = (reach: Reach, id: string): Promise<CountedReseller | undefined> =>
  selectResellersWithCounts(reach).where('id', '=', id).executeTakeFirst()

export async function listOtherRootDomains({ tx }: Reach, id: string | null): Promise<string[]> {
  let others = tx.selectFrom('resellers').select('root_domain')
  if (id !== null) others = others.where('id', '<>', id)
  return (await others.execute()).map(({ root_domain }) => root_domain)
}

/** Whether a root has schools or accounts. */
export async function isRootDomainInUse({ tx }: Reach, root_domain: string) {
  const school = tx.selectFrom('school_directory').where('root_domain', '=', root_domain).select('school_id')
  const account = tx.selectFrom('accounts').where('root_domain', '=', root_domain).select('id')
  return Boolean((await school.executeTakeFirst()) ?? (await account.executeTakeFirst()))
}

/** A reseller for the console. */
export function resellerView({ domainTarget }: Pick<Config, 'domainTarget'>, row: CountedReseller) {
  return {
    id: row.id,
    name: row.name,
    root_domain: row.root_domain,
    // Validated when written; the database has no types for these columns.
    theme: row.theme as unknown as Palette,
    has_logo: row.logo_hash !== null,
    mail_sender_name: row.mail_sender_name,
    mail_sender_address: row.mail_sender_address,
    mail: shownSender(row),
    support_email: row.support_email,
    terms_url: row.terms_url,
    privacy_url: row.privacy_url,
    share_basis_points: row.share_basis_points,
    schools: row.schools,
    state: row.state as 'active' | 'suspended',
    domain: {
      state: row.domain_state as DomainState,
      problem: row.domain_problem as DnsProblem | null,
      found_records: row.domain_found_records,
      checked_at: row.checked_at,
      is_serving: row.is_serving,
      redirects_until: row.failing_since && new Date(row.failing_since.getTime() + verificationGraceMs),
      verification_record: { host: verificationHost(row.root_domain), value: row.verification_record },
      target: domainTarget,
    },
    created_at: row.created_at,
  }
}

function shownSender({ root_domain, mail_sender_address: address, ...row }: ResellerRow) {
  const domain = senderDomain({ root_domain, address })
  const {
    is_mail_verified: is_verified,
    mail_domain_problem: problem,
    mail_found_records: found_records,
    mail_verification_record: value,
  } = row
  return {
    is_verified,
    problem: problem as DnsProblem | null,
    found_records,
    verification_record: domain === null ? null : { host: verificationHost(domain), value },
  }
}
