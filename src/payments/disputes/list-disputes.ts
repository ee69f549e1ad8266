import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { orderNumber } from '../orders/order-views.ts'
import { selectDisputes } from '../records/dispute-queries.ts'

type Disputes = Reply<typeof contract.listDisputes>

/** Disputes with their buyers, newest first. */
export async function listDisputes(
  ctx: Ctx,
  { state, order_id, limit, cursor }: Input<typeof contract.listDisputes>,
): Promise<Disputes> {
  const query = selectDisputes(ctx)
    .innerJoin('orders as o', (on) =>
      on.onRef('o.school_id', '=', 'd.school_id').onRef('o.id', '=', 'd.order_id'),
    )
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'o.school_id').onRef('u.id', '=', 'o.buyer_id'),
    )
    .$if(state !== undefined, (found) => found.where('d.state', '=', state!))
    .$if(order_id !== undefined, (found) => found.where('d.order_id', '=', order_id!))
    .select(['u.id as buyer_id', 'u.name as buyer_name', 'u.email as buyer_email'])
  const page = await paginateByKeyset(query, {
    by: ['d.created_at', 'd.id'],
    direction: 'desc',
    key: (row) => [row.created_at, row.id],
    limit,
    cursor,
  })
  const data = page.data.map((row) => ({
    ...row,
    order_number: orderNumber(row.order_id),
    buyer: { id: row.buyer_id, name: row.buyer_name, email: row.buyer_email },
  }))
  // Check constraints limit the texts to the values of the contract.
  return { ...page, data: data as Disputes['data'] }
}
