import { issueCreditNote, issueInvoice } from '#invoices/index.ts'
import { sql } from 'kysely'
import { chooseProvider } from '#payments/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { DemoOrder } from './orders.ts'
import type { SandboxIds } from './pay-at-sandbox.ts'
import type { DemoEnrolment } from './history.ts'
import type { DemoPlanOrder } from './plan-sales/plan-orders.ts'
import { planOrderRows } from './plan-sales/plan-order-rows.ts'
import { writePlanSales, writeShopSettings } from './plan-sales/write-plan-sales.ts'
import { couponRows } from './rows/coupon-rows.ts'
import { orderRows } from './rows/order-rows.ts'
import { planRows } from './rows/plan-rows.ts'
import type { DemoSchool } from './types.ts'

interface SoldOrders {
  orders: DemoOrder[]
  plan_orders: DemoPlanOrder[]
  history: DemoEnrolment[]
  media: ReadonlyMap<string, string>
  sandbox: ReadonlyMap<string, SandboxIds>
}

type Rows = ReturnType<typeof orderRows>[]

const defined = <T>(values: readonly (T | undefined)[]) => values.filter((value) => value !== undefined)

/** Coupons, plans, orders of the students, and the entitlements that their enrolments need. */
export async function writeOrders(
  ctx: Ctx,
  school: DemoSchool,
  { orders, plan_orders, sandbox, ...writtenBefore }: SoldOrders,
) {
  const { tx, school_id, config, now } = ctx
  const { coupons, courses } = couponRows({ school, school_id, now })
  await tx.insertInto('coupons').values(coupons).execute()
  if (courses.length > 0) await tx.insertInto('coupon_courses').values(courses).execute()
  await writePlans(ctx, school)
  const provider = chooseProvider(school.currency_code, config.payments)
  if (school.shop) await writeShopSettings(ctx, school, school.shop)
  const facts = { school, school_id, provider, sandbox }
  const rows = [
    ...orders.map((order) => orderRows(facts, order)),
    ...plan_orders.map((order) => planOrderRows(facts, order)),
  ]
  const ordered = rows.map(({ order }) => order)
  await tx.insertInto('orders').values(ordered).execute()
  const lines = rows.map(({ line }) => line)
  await tx.insertInto('order_lines').values(lines).execute()
  const redemptions = defined(rows.map(({ redemption }) => redemption))
  await tx.insertInto('coupon_redemptions').values(redemptions).execute()
  const attempts = rows.flatMap((row) => row.attempts)
  await tx.insertInto('payment_attempts').values(attempts).execute()
  await writeMoney(ctx, rows)
  await writePlanSales(ctx, school, { orders: plan_orders, provider, ...writtenBefore })
  await countBalances(ctx)
  await writeInvoices(ctx, rows)
  await requireEntitlements(ctx)
}

async function writePlans({ tx, school_id }: Ctx, school: DemoSchool) {
  const { plans, courses } = planRows(school, school_id)
  await tx.insertInto('payment_plans').values(plans).execute()
  await tx.insertInto('payment_plan_courses').values(courses).execute()
}

async function writeMoney(ctx: Ctx, rows: Rows) {
  const { tx } = ctx
  const payments = defined(rows.map(({ payment }) => payment))
  await tx.insertInto('payments').values(payments).execute()
  const refunds = defined(rows.map(({ refund }) => refund))
  await tx.insertInto('refunds').values(refunds).execute()
  const refundLines = defined(rows.map(({ refundLine }) => refundLine))
  await tx.insertInto('refund_lines').values(refundLines).execute()
  const entitlements = defined(rows.map(({ entitlement }) => entitlement))
  await tx.insertInto('entitlements').values(entitlements).execute()
  const journals = rows.flatMap((row) => row.journals ?? [])
  await tx.insertInto('ledger_journals').values(journals).execute()
  const revenue = rows.flatMap((row) => row.revenue ?? [])
  await tx.insertInto('ledger_revenue').values(revenue).execute()
}

/** Invoices and credit notes, numbered by the time of payment and refund. */
async function writeInvoices(ctx: Ctx, rows: Rows) {
  const issues = rows.flatMap(({ order, line, payment, refund, refundLine }) => {
    const order_id = order.id as string
    const invoice = payment && {
      at: payment.paid_at as Date,
      issue: (at: Ctx) => issueInvoice(at, { order_id }),
    }
    // Taxed orders are refunded in full.
    const included_tax = Number(line.included_tax ?? 0)
    const back = { amount: Number(refundLine?.amount), added_tax: 0, included_tax, withheld: 0 }
    const creditNote = refund && {
      at: refund.updated_at as Date,
      issue: (at: Ctx) =>
        issueCreditNote(at, {
          order_id,
          source: `${refund.id as string}/0`,
          lines: [{ title: line.title as string, ...back }],
        }),
    }
    return defined([invoice, creditNote])
  })
  for (const { at, issue } of issues.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    await issue({ ...ctx, now: at })
}
/** Sums of the ledger, which the product counts with each journal. */
const countBalances = ({ tx, school_id }: Ctx) =>
  sql`insert into ledger_balances (school_id, id, provider, payment_account_id, currency, provider_clearing, school_payable,
      affiliate_payable, tax_payable, buyer_deposits, dispute_hold)
    select school_id, gen_random_uuid(), provider, payment_account_id, currency,
      coalesce(sum(amount) filter (where account = 'provider_clearing'), 0),
      coalesce(sum(amount) filter (where account = 'school_payable'), 0),
      coalesce(sum(amount) filter (where account = 'affiliate_payable'), 0),
      coalesce(sum(amount) filter (where account = 'tax_payable'), 0),
      coalesce(sum(amount) filter (where account = 'buyer_deposits'), 0),
      coalesce(sum(amount) filter (where account = 'dispute_hold'), 0)
    from ledger_journals, unnest(accounts, amounts) as posting (account, amount)
    where school_id = ${school_id} group by school_id, provider, payment_account_id, currency`.execute(tx)

/** Marks the enrolments that a payment opened. */
const requireEntitlements = ({ tx, school_id }: Ctx) =>
  tx
    .updateTable('enrolments as e')
    .set({ requires_entitlement: true })
    .where('e.school_id', '=', school_id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('entitlements as x')
          .whereRef('x.school_id', '=', 'e.school_id')
          .whereRef('x.course_id', '=', 'e.course_id')
          .whereRef('x.user_id', '=', 'e.user_id')
          .select('x.id'),
      ),
    )
    .execute()
