import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { billingView } from './billing-view.ts'
import type * as contract from '../contract.ts'
import { ownedSchool, type SchoolCtx } from '../owned-school.ts'
import { findBilling, type BillingRow } from '../queries.ts'
import { refreshBilling } from '../refresh-billing.ts'
import { answering } from '../stripe/stripe-calls.ts'

/** The billing of the school, from the database. */
export const getSchoolBilling = async (ctx: Ctx): Promise<Reply<typeof contract.getSchoolBilling>> =>
  billingView(ctx, ensureFound(ctx.school), await findBilling(ctx))

/** The same after asking Stripe. */
export async function refreshSchoolBilling(
  ctx: CtxWithoutTx,
): Promise<Reply<typeof contract.refreshSchoolBilling>> {
  const school = await ownedSchool(ctx)
  return viewOf(school, await answering(() => refreshBilling(school)))
}

/** The billing of the school after a change. */
export const viewOf = (ctx: SchoolCtx, row: BillingRow | undefined) =>
  ctx.transact((tx) => billingView(tx, ctx.school, row))

/** Invoices as Stripe last reported them. */
export const listSchoolInvoices = (
  { tx, school_id }: Ctx,
  { limit, cursor }: Input<typeof contract.listSchoolInvoices>,
): Promise<Reply<typeof contract.listSchoolInvoices>> =>
  paginateByKeyset(
    tx
      .selectFrom('school_invoices as i')
      .where('i.school_id', '=', school_id)
      .where('i.status', '<>', 'draft')
      .select(['i.invoice_id', 'i.number', 'i.status', 'i.currency', 'i.total'])
      .select(['i.invoice_url', 'i.pdf_url', 'i.created_at']),
    {
      by: ['i.created_at', 'i.invoice_id'],
      direction: 'desc',
      key: (row) => [row.created_at.toISOString(), row.invoice_id],
      limit,
      cursor,
    },
  )
