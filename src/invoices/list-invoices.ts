import { sql } from 'kysely'
import type { Input, Reply } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from './contract.ts'
import { selectInvoices } from './queries.ts'

type Filters = Input<typeof contract.listInvoices>

export async function listInvoices(
  ctx: Ctx,
  { limit, cursor, kind, order_id, search = '' }: Filters,
): Promise<Reply<typeof contract.listInvoices>> {
  const part = search.trim()
  const query = selectInvoices(ctx)
    .select([
      sql<string>`i.document -> 'buyer' ->> 'name'`.as('buyer_name'),
      sql<string>`i.document -> 'buyer' ->> 'email'`.as('buyer_email'),
    ])
    .$if(kind !== undefined, (rows) => rows.where('i.kind', '=', kind!))
    .$if(order_id !== undefined, (rows) => rows.where('i.order_id', '=', order_id!))
    .$if(part !== '', (rows) => rows.where(matchesSearch(part)))
  const page = await paginateByKeyset(query, {
    by: ['i.issued_at', 'i.id'],
    direction: 'desc',
    key: (row) => [row.issued_at, row.id],
    limit,
    cursor,
  })
  const data = page.data.map(({ buyer_name: name, buyer_email: email, ...invoice }) => ({
    ...invoice,
    buyer: { name, email },
  }))
  return { ...page, data }
}

function matchesSearch(search: string) {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(i.number_text ilike ${pattern} or fold_text((i.document -> 'buyer' ->> 'name') || ' '
    || (i.document -> 'buyer' ->> 'contact') || ' ' || (i.document -> 'buyer' ->> 'email')) like fold_text(${pattern}))`
}

export const listMyInvoices = (
  ctx: Ctx,
  { limit, cursor, order_id }: Input<typeof contract.listMyInvoices>,
): Promise<Reply<typeof contract.listMyInvoices>> =>
  paginateByKeyset(
    selectInvoices(ctx)
      .where('i.buyer_id', '=', ctx.actor.id)
      .$if(order_id !== undefined, (rows) => rows.where('i.order_id', '=', order_id!)),
    {
      by: ['i.issued_at', 'i.id'],
      direction: 'desc',
      key: (row) => [row.issued_at, row.id],
      limit,
      cursor,
    },
  )
