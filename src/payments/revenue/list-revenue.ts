import { sql, type RawBuilder } from 'kysely'
import { courseNames } from '#courses/index.ts'
import { planNames } from '#payment-plans/index.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { periodOf, type Period } from './period.ts'

type Revenue = Reply<typeof contract.listRevenue>
type Grouping = Input<typeof contract.listRevenue>['by']

const sumSql = sql`sum(sales)::bigint as sales, sum(refunds)::bigint as refunds, sum(disputes)::bigint as disputes,
  sum(fees)::bigint as fees, sum(platform_share)::bigint as platform_share, sum(commissions)::bigint as commissions,
  sum(sales - refunds - disputes - fees - platform_share - commissions)::bigint as net`

/** Figures of the days of a period; the index `ledger_revenue_recent` holds every column. */
const inPeriod = ({ school_id }: Ctx, { from, to, time_zone }: Period) =>
  sql`ledger_revenue where school_id = ${school_id}
    and posted_at >= (${from}::date)::timestamp at time zone ${time_zone}
    and posted_at < (${to}::date + 1)::timestamp at time zone ${time_zone}`

/** Only what the index holds. */
const columnsSql = sql`currency, sales, refunds, disputes, fees, platform_share, commissions`

const datePattern = { day: 'YYYY-MM-DD', month: 'YYYY-MM' }
const itemColumn = { course: 'course_id', plan: 'plan_id' } as const

/** Groups as rows `position, key` and figures: dates by their order, courses and plans by what they earned. */
function groupsSql(ctx: Ctx, by: Grouping, period: Period): RawBuilder<unknown> {
  if (by === 'day' || by === 'month') {
    const key = sql`to_char(posted_at at time zone ${period.time_zone}, ${sql.lit(datePattern[by])})`
    return sql`select 0::bigint as position, key, currency, ${sumSql}
      from (select ${columnsSql}, ${key} as key from ${inPeriod(ctx, period)}) dated group by key, currency`
  }
  const column = sql.ref(itemColumn[by])
  return sql`select net as position, id::text as key, currency, sales, refunds, disputes, fees, platform_share,
      commissions, net
    from (select ${column} as id, currency, ${sumSql} from ${inPeriod(ctx, period)} and ${column} is not null
      group by ${column}, currency) item`
}

/** Names by key; a date is its own name, and what was deleted has none. */
async function namesOf(ctx: Ctx, by: Grouping, keys: string[]): Promise<(key: string) => string> {
  if (by === 'day' || by === 'month') return (key) => key
  const names = await (by === 'course' ? courseNames(ctx, keys) : planNames(ctx, keys))
  return (key) => names.get(key) ?? ''
}

interface GroupRow {
  position: number
  key: string
  currency: string
  sales: number
  refunds: number
  disputes: number
  fees: number
  platform_share: number
  commissions: number
  net: number
}

/** Revenue of a period in groups, the newest day or the best course first. */
export async function listRevenue(
  ctx: Ctx,
  { by, limit, cursor, ...chosen }: Input<typeof contract.listRevenue>,
): Promise<Revenue> {
  const groups = groupsSql(ctx, by, periodOf(ctx, chosen))
  const query = ctx.tx.selectFrom(sql<GroupRow>`(${groups})`.as('g')).selectAll()
  const page = await paginateByKeyset(query, {
    by: ['g.position', 'g.key', 'g.currency'],
    direction: 'desc',
    key: ({ position, key, currency }) => [position, key, currency],
    limit,
    cursor,
  })
  const nameOf = await namesOf(
    ctx,
    by,
    page.data.map(({ key }) => key),
  )
  return {
    ...page,
    data: page.data.map(({ position: _position, ...row }) => ({ ...row, name: nameOf(row.key) })),
  }
}

/** Revenue of a period in each currency. */
export async function getRevenueTotals(
  ctx: Ctx,
  chosen: Input<typeof contract.getRevenueTotals>,
): Promise<Reply<typeof contract.getRevenueTotals>> {
  const period = periodOf(ctx, chosen)
  const { rows } = await sql<
    Omit<GroupRow, 'position' | 'key'>
  >`select currency, ${sumSql} from ${inPeriod(ctx, period)} group by currency order by currency`.execute(
    ctx.tx,
  )
  return { from: period.from, to: period.to, totals: rows }
}
