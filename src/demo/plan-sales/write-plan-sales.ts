import { hash } from 'node:crypto'
import { needsCardForTrial } from '#payment-plans/index.ts'
import { encryptCardToken } from '#payments/index.ts'
import { json } from '#platform/database/database.server.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { DemoEnrolment } from '../history.ts'
import { isByTransfer, saleId, type DemoPlanOrder } from './plan-orders.ts'
import { affiliateRow, clickRows, commissionRows, payoutRows } from './affiliate-rows.ts'
import { demoEmail, personId } from '../rows/people-rows.ts'
import { disputedAt, paidAt, refundedAt } from './plan-order-rows.ts'
import { planEntitlements, subscriptionRows } from './subscription-rows.ts'
import type { DemoSchool, DemoShop } from '../types.ts'

interface PlanSales {
  orders: readonly DemoPlanOrder[]
  history: readonly DemoEnrolment[]
  /** Uploads by file name. */
  media: ReadonlyMap<string, string>
  provider: string
}

const dayMs = 86_400_000

/** Tax and transfer settings, which the sales follow, and the affiliate. */
export async function writeShopSettings({ tx, school_id, now }: Ctx, school: DemoSchool, shop: DemoShop) {
  const updated_at = new Date(now.getTime() - 100 * dayMs)
  const rates = json(shop.tax_rates)
  await tx.insertInto('tax_settings').values({ school_id, mode: 'inclusive', rates, updated_at }).execute()
  await tx
    .insertInto('invoice_settings')
    .values({ school_id, ...shop.seller, updated_at })
    .execute()
  const account = { currency: school.currency_code, ...shop.bank_account, note: '' }
  await tx
    .insertInto('bank_transfer_settings')
    .values({
      school_id,
      is_enabled: true,
      allows_plans: true,
      waiting_days: 7,
      accounts: json([account]),
      updated_at,
    })
    .execute()
  const facts = { school, school_id, now }
  await tx.insertInto('affiliates').values(affiliateRow(facts, shop)).execute()
  await tx.insertInto('affiliate_clicks').values(clickRows(facts, shop)).execute()
}

/** What follows from the orders of plans: subscriptions, access, transfers, disputes and commissions. */
export async function writePlanSales(ctx: Ctx, school: DemoSchool, sales: PlanSales) {
  const { orders } = sales
  if (orders.length === 0) return
  await writeSubscriptions(ctx, school, sales)
  await writeTrialCards(ctx, school, sales)
  await writeTransfers(ctx, school, sales)
  await writeDisputes(ctx, school, sales)
  await writeCommissions(ctx, school, orders)
}

async function writeSubscriptions(
  { tx, school_id, now }: Ctx,
  school: DemoSchool,
  { orders, history }: PlanSales,
) {
  const facts = { school, school_id, now }
  const groups = [...Map.groupBy(orders, ({ sale }) => sale).values()]
  const recurring = groups.filter(([first]) => first!.plan.kind !== 'one_time')
  const rows = recurring.map((group) => subscriptionRows(facts, group))
  await tx
    .insertInto('subscriptions')
    .values(rows.map(({ subscription }) => subscription))
    .execute()
  await tx
    .insertInto('subscription_periods')
    .values(rows.flatMap(({ periods }) => periods))
    .execute()
  const members = new Set(
    history
      .filter(({ status }) => status === 'approved')
      .map(({ student, course }) => `${student.login} ${course.slug}`),
  )
  const isMember = (login: string, slug: string) => members.has(`${login} ${slug}`)
  const entitlements = groups.flatMap((group) => planEntitlements(facts, group, isMember))
  if (entitlements.length > 0) await tx.insertInto('entitlements').values(entitlements).execute()
}

/** The saved cards of trials that need one. The sandbox does not have them, so it declines their charges. */
async function writeTrialCards(
  { tx, school_id, config }: Ctx,
  school: DemoSchool,
  { orders, provider }: PlanSales,
) {
  const trials = orders.filter(({ terms }) => needsCardForTrial(terms))
  if (trials.length === 0) return
  const rows = trials.map((order) => {
    const id = saleId(school, 'card', order)
    const token = { token: `demo-${id}`, customer_reference: '', email: demoEmail(school, order.buyer) }
    return {
      school_id,
      id,
      user_id: personId(school, order.buyer.login),
      provider,
      mode: 'test',
      encrypted_token: encryptCardToken(config, { school_id, id }, token),
      fingerprint_hash: hash('sha256', id, 'buffer'),
      brand: 'visa',
      last4: '4081',
      exp_month: 12,
      exp_year: order.created_at.getUTCFullYear() + 3,
      is_default: true,
      created_at: order.created_at,
      updated_at: order.created_at,
    }
  })
  await tx.insertInto('payment_cards').values(rows).execute()
}

async function writeTransfers({ tx, school_id }: Ctx, school: DemoSchool, { orders, media }: PlanSales) {
  const rows = orders.flatMap((order) => {
    const { outcome } = order.sale
    if (!isByTransfer(order)) return []
    const submitted_at = new Date(order.created_at.getTime() + 3_600_000)
    const isDeclined = outcome === 'transfer_declined'
    return {
      school_id,
      id: saleId(school, 'attempt', order),
      order_id: saleId(school, 'order', order),
      buyer_id: personId(school, order.buyer.login),
      state: isDeclined ? 'declined' : order.isPaid ? 'approved' : 'submitted',
      proof_upload_id: media.get(school.shop!.transfer_proof)!,
      claimed_amount: order.total,
      paid_on: order.created_at.toISOString().slice(0, 10),
      sender_name: order.buyer.name,
      submitted_at,
      ...(isDeclined && {
        decline_reason: 'The picture shows another amount. Send the receipt of this transfer.',
      }),
      ...((isDeclined || order.isPaid) && {
        decided_by: personId(school, school.owner.login),
        decided_at: new Date(submitted_at.getTime() + 7_200_000),
      }),
      created_at: order.created_at,
    }
  })
  await tx.insertInto('bank_transfers').values(rows).execute()
}

/** Evidence is due a week after the day of seeding. */
async function writeDisputes(
  { tx, school_id, now }: Ctx,
  school: DemoSchool,
  { orders, provider }: PlanSales,
) {
  const disputed = orders.filter(({ sale }) => sale.outcome === 'disputed')
  const rows = disputed.map((order) => {
    const id = saleId(school, 'dispute', order)
    const at = disputedAt(order)
    return {
      school_id,
      id,
      order_id: saleId(school, 'order', order),
      payment_id: saleId(school, 'payment', order),
      provider,
      provider_dispute_id: `demo-${id}`,
      state: 'open',
      amount: order.total,
      held_amount: order.total,
      currency: school.currency_code,
      reason: 'product_not_received',
      due_at: new Date(now.getTime() + 7 * dayMs),
      created_at: at,
      updated_at: at,
    }
  })
  await tx.insertInto('disputes').values(rows).execute()
  const lines = disputed.map((order, index) => ({
    school_id,
    dispute_id: rows[index]!.id,
    line_id: saleId(school, 'order line', order),
    amount: order.total,
  }))
  await tx.insertInto('dispute_lines').values(lines).execute()
}

async function writeCommissions(
  { tx, school_id, now }: Ctx,
  school: DemoSchool,
  orders: readonly DemoPlanOrder[],
) {
  const facts = { school, school_id, now }
  const rows = commissionRows(facts, orders, (order) => ({
    paid_at: paidAt(order),
    refunded_at: order.sale.outcome === 'refunded' ? refundedAt(order) : null,
    disputed_at: order.sale.outcome === 'disputed' ? disputedAt(order) : null,
  }))
  const paid = payoutRows(facts, rows)
  if (paid) {
    await tx.insertInto('affiliate_payouts').values(paid.payout).execute()
    await tx.insertInto('ledger_journals').values(paid.journal).execute()
  }
  await tx.insertInto('affiliate_commissions').values(rows).execute()
}
