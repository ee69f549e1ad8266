import type { CtxWithoutTx, Ctx } from '#tenancy/context/request-context.ts'
import { applyPlan } from './apply-plan.ts'
import { offerOfPrice } from './offers.ts'
import type { SchoolCtx } from './owned-school.ts'
import { findBilling, lockBilling, updateBilling, type BillingRow } from './queries.ts'
import {
  invoiceColumns,
  readBilling,
  subscriptionColumns,
  type BillingAnswer,
} from './stripe/read-billing.ts'
import { openStripe } from './stripe/stripe-calls.ts'

/**
 * Asks Stripe about the school's subscription, stores the answer, and gives the school what it paid for. Redirects, webhooks,
 * changes and jobs all end here, so their order does not matter. Returns undefined for a school that never subscribed.
 */
export async function refreshBilling(ctx: SchoolCtx): Promise<BillingRow | undefined> {
  const question = await ctx.transact(beginQuestion)
  if (!question) return ctx.transact((tx) => findBilling(tx))
  const stripe = await openStripe(ctx)
  const answer = await readBilling(stripe, question.customer_id)
  for (const { id } of answer.duplicates) {
    await stripe.run('cancelDuplicate', (sdk) =>
      sdk.subscriptions.cancel(id, { invoice_now: true, prorate: true }),
    )
    ctx.log.warn({ subscription_id: id }, 'second subscription of a school canceled')
  }
  return ctx.transact((tx) => storeAnswer(tx, question.number, answer))
}

/** Numbers the question; null for a school without a customer at Stripe. */
async function beginQuestion(ctx: Ctx) {
  const row = await findBilling(ctx)
  if (!row?.customer_id) return null
  const number = (await lockBilling(ctx)).question_number + 1
  await updateBilling(ctx, { question_number: number })
  return { number, customer_id: row.customer_id }
}

/** A question that began later has seen what this one saw, so its answer stays. */
async function storeAnswer(ctx: Ctx, number: number, answer: BillingAnswer): Promise<BillingRow> {
  const before = await lockBilling(ctx)
  if (before.answer_number > number) return before
  const invoices = answer.invoices.map(invoiceColumns)
  await storeInvoices(ctx, invoices)
  await updateBilling(ctx, {
    ...columnsOf(ctx, before, { answer, invoices }),
    answer_number: number,
  })
  const after = (await findBilling(ctx))!
  await applyPlan(ctx, after)
  if (before.status !== after.status || before.quantity !== after.quantity || before.plan !== after.plan)
    await auditChange(ctx, before, after)
  return after
}

type InvoiceColumns = ReturnType<typeof invoiceColumns>

function columnsOf(
  { config }: Pick<CtxWithoutTx, 'config'>,
  before: BillingRow,
  { answer, invoices }: { answer: BillingAnswer; invoices: readonly InvoiceColumns[] },
) {
  const open = invoices
    .filter(({ status, amount_due }) => status === 'open' && amount_due > 0)
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
  const [last] = invoices
  const columns = answer.subscription && subscriptionColumns(answer.subscription)
  const isBehind = columns?.status === 'past_due' || columns?.status === 'unpaid'
  return {
    ...columns,
    ...(columns && { plan: offerOfPrice(config, columns.price_id)?.plan ?? before.plan ?? 'basic' }),
    past_due_since: isBehind ? (open[0]?.created_at ?? before.past_due_since) : null,
    payment_url: open[0]?.invoice_url ?? null,
    last_invoice_at: last?.created_at ?? null,
    last_invoice_status: last?.status ?? null,
    last_invoice_total: last?.total ?? null,
  }
}

async function storeInvoices({ tx, school_id }: Ctx, invoices: readonly InvoiceColumns[]) {
  if (invoices.length === 0) return
  await tx
    .insertInto('school_invoices')
    .values(invoices.map((invoice) => ({ ...invoice, school_id })))
    .onConflict((oc) =>
      oc.columns(['school_id', 'invoice_id']).doUpdateSet((eb) => ({
        number: eb.ref('excluded.number'),
        status: eb.ref('excluded.status'),
        total: eb.ref('excluded.total'),
        amount_due: eb.ref('excluded.amount_due'),
        invoice_url: eb.ref('excluded.invoice_url'),
        pdf_url: eb.ref('excluded.pdf_url'),
      })),
    )
    .execute()
}

const auditChange = (ctx: Ctx, before: BillingRow, after: BillingRow) =>
  ctx.audit('school_billing.changed', ['school', ctx.school_id], {
    status: [before.status, after.status],
    plan: after.plan,
    seats: after.quantity,
  })
