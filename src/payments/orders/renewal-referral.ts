import { sql } from 'kysely'
import { isActiveAffiliate, type Referral } from '#affiliates/index.ts'
import { addMonths } from '#lib/dates/add-months.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** Whom a line pays a commission, at which rate, and for how many months. */
export type LineReferral = Pick<Referral, 'affiliate_id' | 'commission_basis_points' | 'renewal_months'>

/**
 * The affiliate who earns with a later payment of a plan, under the terms of its purchase; null for nobody. Instalments are parts of
 * one price, so each of them earns. Renewals earn for the months of the purchase; the first payment after a trial always does.
 */
export async function findRenewalReferral(ctx: Ctx, plan_line_id: string): Promise<LineReferral | null> {
  const { tx, school_id, now } = ctx
  const line = await tx
    .selectFrom('order_lines')
    .where('school_id', '=', school_id)
    .where('id', '=', plan_line_id)
    .select(['affiliate_id', 'affiliate_basis_points', 'affiliate_renewal_months as renewal_months'])
    .select(sql<string | null>`plan_terms ->> 'kind'`.as('kind'))
    .executeTakeFirst()
  if (!line?.affiliate_id || line.affiliate_basis_points === null) return null
  const { affiliate_id, affiliate_basis_points: commission_basis_points, renewal_months } = line
  const referral = { affiliate_id, commission_basis_points, renewal_months }
  if (!(await isActiveAffiliate(ctx, affiliate_id))) return null
  if (line.kind === 'instalments' || renewal_months === null) return referral
  const first = await findFirstPayment(ctx, plan_line_id)
  if (first === null) return referral
  return now.getTime() < addMonths(first, renewal_months).getTime() - lateMs ? referral : null
}

/** Billing begins a period late, never early, and a plan is billed once a week at most. */
const lateMs = 86_400_000

/** Start of the first paid period of a plan that earned a commission; null before it is paid. */
async function findFirstPayment({ tx, school_id }: Ctx, plan_line_id: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('order_lines as l')
    .innerJoin('orders as o', (on) =>
      on.onRef('o.school_id', '=', 'l.school_id').onRef('o.id', '=', 'l.order_id'),
    )
    .where('l.school_id', '=', school_id)
    .where(({ eb, or }) => or([eb('l.id', '=', plan_line_id), eb('l.plan_line_id', '=', plan_line_id)]))
    .where('l.affiliate_amount', '>', 0)
    .where('o.paid_at', 'is not', null)
    // A later period begins when its order is created, and may be paid after reminders.
    .select(sql<Date | null>`min(case when l.kind = 'plan' then o.paid_at else o.created_at end)`.as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}
