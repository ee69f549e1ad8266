import { findSchoolLinks } from '#schools/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type * as contract from '../contract.ts'
import { orderNumber } from '../orders/order-views.ts'
import { quarantinedView, selectQuarantined } from '../records/quarantine-queries.ts'

/** In the console: quarantined payments of all schools, with the address of each school. */
export async function listQuarantinedPayments(
  ctx: Ctx,
  { state, limit, cursor }: Input<typeof contract.consoleListQuarantinedPayments>,
): Promise<Reply<typeof contract.consoleListQuarantinedPayments>> {
  const query = selectQuarantined(ctx).$if(state !== undefined, (rows) => rows.where('q.state', '=', 'open'))
  const page = await paginateByKeyset(query, {
    by: ['q.created_at', 'q.id'],
    direction: 'desc',
    key: (row) => [row.created_at.toISOString(), row.id],
    limit,
    cursor,
  })
  const schools = await findSchoolLinks(
    ctx,
    page.data.map(({ school_id }) => school_id),
  )
  return {
    ...page,
    data: page.data.map((row) => ({
      ...quarantinedView(row),
      order_number: orderNumber(row.order_id),
      school: { school_id: row.school_id, ...(schools.get(row.school_id) ?? { name: '', url: '' }) },
    })),
  }
}
