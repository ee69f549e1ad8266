import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

interface Settings {
  link_days: number
  hold_days: number
  /** For how many months after the first payment renewals earn; 0 for the first payment alone, null without an end. */
  renewal_months: number | null
}

const defaults: Settings = { link_days: 30, hold_days: 30, renewal_months: 0 }

/** How long links and holds last at the school, and whether renewals earn. */
export async function getSettings({ tx, school_id }: Ctx): Promise<Settings> {
  const row = await tx
    .selectFrom('affiliate_settings')
    .where('school_id', '=', school_id)
    .select(['link_days', 'hold_days', 'renewal_months'])
    .executeTakeFirst()
  return row ?? defaults
}

export const selectAffiliates = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('affiliates as a')
    .where('a.school_id', '=', school_id)
    .select(['a.id', 'a.user_id', 'a.code', 'a.is_suspended', 'a.commission_basis_points', 'a.created_at'])

export type AffiliateRow = Awaited<ReturnType<ReturnType<typeof selectAffiliates>['executeTakeFirstOrThrow']>>

/** Whether an affiliate earns with new payments. */
export async function isActiveAffiliate({ tx, school_id }: Ctx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('affiliates')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .select('is_suspended')
    .executeTakeFirst()
  return row?.is_suspended === false
}

/** The affiliate with a code in any case, unless suspended. */
export const findActiveAffiliate = (ctx: Ctx, code: string) =>
  selectAffiliates(ctx)
    .where('a.code', '=', code.trim().toLowerCase())
    .where('a.is_suspended', '=', false)
    .executeTakeFirst()

/** The caller as an affiliate. */
export const findOwnAffiliate = (ctx: Ctx) =>
  selectAffiliates(ctx).where('a.user_id', '=', ctx.actor.id).executeTakeFirst()

/** The rules of a course for affiliates, in percent. */
export const selectAffiliateCourses = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('courses as c')
    .where('c.school_id', '=', school_id)
    .where('c.deleted_at', 'is', null)
    .where('c.enable_affiliates', '=', true)
    .select(['c.id', 'c.course_name', 'c.affiliates_percentage_off', 'c.default_affiliate_commission'])

export const selectCommissions = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('affiliate_commissions as m')
    .where('m.school_id', '=', school_id)
    .select(['m.id', 'm.affiliate_id', 'm.order_id', 'm.line_id', 'm.kind', 'm.title', 'm.currency'])
    .select(['m.amount', 'm.payable_at', 'm.frozen_at', 'm.payout_id', 'm.created_at'])

/** The state of `commissionState`, in SQL. */
export const stateSql = (now: Date) =>
  sql<'pending' | 'payable' | 'frozen' | 'paid'>`(case
    when m.payout_id is not null then 'paid'
    when m.frozen_at is not null then 'frozen'
    when m.payable_at > ${now} then 'pending'
    else 'payable' end)`
