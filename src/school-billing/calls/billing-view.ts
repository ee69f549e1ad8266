import { countStudents } from '#plans/index.ts'
import type { Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { School } from '#tenancy/hosts/school.ts'
import type * as contract from '../contract.ts'
import { offersFor } from '../offers.ts'
import { graceEnd, isAgreedPlan, isLive, type BillingInterval, type PlanTier } from '../policy.ts'
import type { BillingRow } from '../queries.ts'

type View = Reply<typeof contract.getSchoolBilling>

const maxSeatsCounted = 100_001

/** Whether the school pays the platform online: not a reseller's school, nor one with an agreed plan. */
export const isBillable = (
  { config }: Pick<Ctx, 'config'>,
  school: Pick<School, 'reseller_root_domain' | 'currency_code'>,
) =>
  school.reseller_root_domain === null &&
  config.payments.accounts.stripe !== undefined &&
  offersFor(config, school).length > 0

/** The billing of the school for its owners. */
export async function billingView(ctx: Ctx, school: School, row: BillingRow | undefined): Promise<View> {
  const { config } = ctx
  const live = row && isLive(row.status)
  const grace = row ? graceEnd(row, config.schoolBilling.graceDays) : null
  const isOpen = live || !isAgreedPlan(school.plan_name)
  return {
    is_available: isBillable(ctx, school) && isOpen,
    is_test: config.payments.accounts.stripe?.mode === 'test',
    status: (row?.status ?? 'none') as View['status'],
    plan: (row?.plan ?? null) as PlanTier | null,
    interval: (row?.billing_interval ?? null) as BillingInterval | null,
    price_id: row?.price_id ?? null,
    quantity: row?.quantity ?? null,
    unit_amount: row?.unit_amount ?? null,
    currency: row?.currency ?? null,
    period_end: row?.period_end ?? null,
    cancel_at_period_end: row?.cancel_at_period_end ?? false,
    pending: row ? pendingOf(row) : null,
    past_due_since: row?.past_due_since ?? null,
    grace_ends_at: grace && grace > ctx.now ? grace : null,
    payment_url: live ? row.payment_url : null,
    seats_in_use: await countStudents(ctx, maxSeatsCounted),
  }
}

const pendingOf = ({ pending_quantity, pending_price_id, pending_expires_at }: BillingRow) =>
  pending_quantity !== null && pending_price_id !== null && pending_expires_at !== null
    ? { quantity: pending_quantity, price_id: pending_price_id, expires_at: pending_expires_at }
    : null
