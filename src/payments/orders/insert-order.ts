import { referralCommission, type Referral } from '#affiliates/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { newId } from '#platform/security/tokens.ts'
import type { PlanTerms } from '#payment-plans/index.ts'
import { findRenewalReferral, type LineReferral } from './renewal-referral.ts'
import { taxOfBuyer, type OrderTax } from '../tax/invoice-recipient.ts'
import { taxesOfPrice } from '../tax/tax-terms.ts'
import { selectOrders, type OrderRow } from './order-queries.ts'
import { orderTotals, type LinePrice, type LinePurpose } from './order-state.ts'

/** What a line sells. */
export type Sold =
  | { kind: 'course'; course_id: string }
  | { kind: 'tier'; course_id: string; tier: number }
  | { kind: 'plan'; plan_id: string; plan_terms: PlanTerms }
  /** A later payment of the plan that was bought with `plan_line_id`. */
  | { kind: 'plan_period'; plan_id: string; plan_line_id: string }
  | { kind: 'card_check' }

/** Absent for what the buyer learns. */
interface ForOthers {
  purpose: LinePurpose
  quantity: number
}

/** The offer by which the buyer added a line; absent or null for what the buyer came for. */
interface Added {
  bump_id: string | null
}

/** A line of a new order before tax. `title` is the name that the buyer sees; `referral` is of the affiliate who brought the buyer. */
export type NewLine = Sold &
  Pick<LinePrice, 'gross' | 'discount'> & {
    title: string
    referral?: Referral | null | undefined
  } & Partial<ForOthers & Added>

interface NewOrder {
  buyer_id: string
  currency: string
  lines: readonly NewLine[]
  /** Absent: it is looked up. */
  tax?: OrderTax
  /** The offers that the buyer saw. */
  offered_bump_ids?: readonly string[]
}

/** Stores an unpaid order with the prices and taxes of this moment. */
export async function insertOrder(
  ctx: Ctx,
  { buyer_id, currency, lines, tax, offered_bump_ids = [] }: NewOrder,
): Promise<OrderRow> {
  const { tx, school_id, now } = ctx
  const isTaxed = lines.every(({ kind }) => kind !== 'card_check')
  const { tax_terms, recipient } = isTaxed
    ? (tax ?? (await taxOfBuyer(ctx, buyer_id)))
    : { tax_terms: null, recipient: null }
  const taxed = await pricedLines(ctx, lines, { tax_terms, currency })
  const { nets, total } = orderTotals(taxed)
  const id = newId()
  const times = { created_at: now, updated_at: now }
  await tx
    .insertInto('orders')
    .values({
      school_id,
      id,
      buyer_id,
      currency,
      total,
      status: 'awaiting_payment',
      tax_terms: tax_terms && JSON.stringify(tax_terms),
      recipient: recipient && JSON.stringify(recipient),
      offered_bump_ids: [...offered_bump_ids],
      ...times,
    })
    .execute()
  const rows = taxed.map((line, position) => ({
    school_id,
    order_id: id,
    position,
    ...rowOf(line),
    net: nets[position]!,
  }))
  await tx.insertInto('order_lines').values(rows).execute()
  return selectOrders(ctx).where('o.id', '=', id).executeTakeFirstOrThrow()
}

/** Lines with taxes and commissions. */
async function pricedLines(
  ctx: Ctx,
  lines: readonly NewLine[],
  { tax_terms, currency }: Pick<OrderTax, 'tax_terms'> & { currency: string },
) {
  const referrals = await Promise.all(lines.map((line) => referralOf(ctx, line)))
  return lines.map(({ referral: _referral, ...line }, index) => {
    const price = line.gross - line.discount
    const taxes = taxesOfPrice(tax_terms, price, currency)
    const commission = commissionOf(referrals[index], { paid: price - taxes.included, currency })
    return {
      ...line,
      tax: taxes.added,
      included_tax: taxes.included,
      withheld: taxes.withheld,
      ...commission,
    }
  })
}

/** Later payments of a plan belong to the affiliate who brought the buyer of the plan. */
const referralOf = async (ctx: Ctx, line: NewLine): Promise<LineReferral | null> =>
  line.kind === 'plan_period' ? findRenewalReferral(ctx, line.plan_line_id) : (line.referral ?? null)

const commissionOf = (
  referral: LineReferral | null | undefined,
  sale: Parameters<typeof referralCommission>[1],
) =>
  referral && {
    affiliate_id: referral.affiliate_id,
    affiliate_amount: referralCommission(referral, sale),
    affiliate_basis_points: referral.commission_basis_points,
    affiliate_renewal_months: referral.renewal_months,
  }

const rowOf = <Line extends NewLine>(line: Line) => ({
  ...line,
  id: newId(),
  plan_terms: line.kind === 'plan' ? JSON.stringify(line.plan_terms) : null,
})
