import type { Database, Tx } from '#platform/database/database.server.ts'
import { withReadOnlySchoolTx } from '../database/school-tx.ts'
import { listFlagsForSchool } from '../feature-flags/feature-flags.ts'
import type { Brand } from './brand.ts'
import { activeCustomDomain } from './custom-domain.ts'
import type { School } from './school.ts'

/** Loads a school with its brand, one of `brands` by key; null if there is none or its erasure has begun. */
export const loadSchool = (
  db: Database,
  school_id: string,
  brands: ReadonlyMap<string, Brand>,
): Promise<School | null> => withReadOnlySchoolTx(db, school_id, (tx) => readSchool(tx, school_id, brands))

/** Like `loadSchool`, in a transaction of the school, which may have created it. */
export async function readSchool(
  tx: Tx,
  school_id: string,
  brands: ReadonlyMap<string, Brand>,
): Promise<School | null> {
  const row = await findSchoolRow(tx, school_id)
  if (!row) return null
  const closing = await closingOf(tx, school_id)
  // Its erasure has begun: it cannot be cancelled, and nobody must see it half deleted.
  if (closing?.erasing_at) return null
  const brand = brands.get(row.whitelabel_referrer_root_domain ?? '') ?? brands.get('')!
  return {
    ...columnsOf(row),
    host: (await activeCustomDomain({ tx, school_id })) ?? `${row.school_url}.${brand.domain}`,
    brand,
    flags: await listFlagsForSchool(tx, row),
    closes_at: closing?.erase_at ?? null,
  }
}

const findSchoolRow = (tx: Tx, school_id: string) =>
  tx.selectFrom('schools').where('school_id', '=', school_id).selectAll().executeTakeFirst()

type SchoolRow = NonNullable<Awaited<ReturnType<typeof findSchoolRow>>>

const closingOf = (tx: Tx, school_id: string) =>
  tx
    .selectFrom('school_closings')
    .where('school_id', '=', school_id)
    .select(['erase_at', 'erasing_at'])
    .executeTakeFirst()

const columnsOf = (row: SchoolRow) => ({
  school_id: row.school_id,
  school_url: row.school_url,
  name: row.name,
  tagline: row.tagline,
  language: row.language,
  time_zone: row.time_zone,
  currency_code: row.currency_code,
  country: row.country,
  plan_name: row.plan_name,
  plan_limits:
    row.plan_students === null ? null : { students: row.plan_students, storage: row.plan_storage! },
  plan_grace_ends_at: row.plan_grace_ends_at,
  allow_manual_student_approval: row.allow_manual_student_approval,
  reseller_root_domain: row.whitelabel_referrer_root_domain,
  created_at: row.created_at,
  require_second_factor: row.require_second_factor,
  allow_analytics: row.allow_analytics,
  payment_instructions: row.payment_instructions,
  shows_streak: row.shows_streak,
  wording: row.wording as School['wording'],
  legal: {
    terms: { version: row.terms_version, required: row.terms_required },
    privacy: { version: row.privacy_version, required: row.privacy_required },
  },
  theme_css: row.theme_css,
  logo_url: row.logo_upload_id && `/media/public/${row.logo_upload_id}`,
})
