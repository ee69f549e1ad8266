import { sql } from 'kysely'
import type { Input, Reply } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { selectBillingOfSchools } from '#school-billing/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { escapeLike } from '../managed-schools/list-schools.ts'

type Answer = Reply<typeof contract.listBilling>

/** What schools pay for their plan, as Stripe last reported it. */
export async function listBilling(
  ctx: Ctx,
  { search = '', status, limit, cursor }: Input<typeof contract.listBilling>,
): Promise<Answer> {
  let rows = selectBilling(ctx)
  for (const word of search.split(/\s+/).filter(Boolean).slice(0, 6))
    // Must equal the expression of the index `school_directory_any_words`.
    rows = rows.where(
      sql<boolean>`fold_text(d.name || ' ' || d.school_url) like '%' || fold_text(${escapeLike(word)}) || '%'`,
    )
  if (status) rows = rows.where('b.status', '=', status)
  const page = await paginateByKeyset(rows, {
    by: ['b.created_at', 'b.school_id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.created_at.toISOString(), row.school_id],
  })
  return { ...page, data: page.data.map(billingView) }
}

const selectBilling = (ctx: Ctx) =>
  selectBillingOfSchools(ctx)
    .innerJoin('school_directory as d', 'd.school_id', 'b.school_id')
    .select(['d.name', 'd.school_url'])

type Row = Awaited<ReturnType<ReturnType<typeof selectBilling>['executeTakeFirstOrThrow']>>

/** Check constraints limit the texts to the values of the contract. */
const billingView = (row: Row): Answer['data'][number] => ({
  school_id: row.school_id,
  name: row.name,
  school_url: row.school_url,
  status: row.status as Answer['data'][number]['status'],
  plan: row.plan as Answer['data'][number]['plan'],
  interval: row.billing_interval as Answer['data'][number]['interval'],
  quantity: row.quantity,
  amount: row.unit_amount === null || row.quantity === null ? null : row.unit_amount * row.quantity,
  currency: row.currency,
  cancel_at_period_end: row.cancel_at_period_end,
  period_end: row.period_end,
  past_due_since: row.past_due_since,
  last_invoice:
    row.last_invoice_at === null
      ? null
      : {
          status: row.last_invoice_status ?? '',
          total: row.last_invoice_total ?? 0,
          created_at: row.last_invoice_at,
        },
})
