import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { selectCommissions, stateSql, type AffiliateRow } from './queries.ts'

interface Balance {
  currency: string
  pending: number
  payable: number
  frozen: number
  paid: number
}

/** Sums of the commissions of affiliates, by affiliate and currency. */
async function balancesOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Balance[]>> {
  const rows = await ctx.tx
    .selectFrom(
      selectCommissions(ctx)
        .where('m.affiliate_id', 'in', [...ids])
        .select(stateSql(ctx.now).as('state'))
        .as('s'),
    )
    .groupBy(['affiliate_id', 'currency', 'state'])
    .orderBy('currency')
    .select(['affiliate_id', 'currency', 'state', sql<string>`sum(amount)`.as('amount')])
    .execute()
  const balances = new Map<string, Balance[]>()
  for (const [id, list] of Map.groupBy(rows, ({ affiliate_id }) => affiliate_id)) {
    const currencies = Map.groupBy(list, ({ currency }) => currency)
    balances.set(
      id,
      [...currencies].map(([currency, sums]) => ({
        currency,
        pending: 0,
        payable: 0,
        frozen: 0,
        paid: 0,
        ...Object.fromEntries(sums.map(({ state, amount }) => [state, Number(amount)])),
      })),
    )
  }
  return balances
}

/** Number of clicks, and of sales that were not taken back in full, of affiliates. */
async function countsOf({ tx, school_id }: Ctx, ids: readonly string[]) {
  const clicks = await tx
    .selectFrom('affiliate_clicks')
    .where('school_id', '=', school_id)
    .where('affiliate_id', 'in', [...ids])
    .groupBy('affiliate_id')
    .select(['affiliate_id', sql<string>`sum(clicks)`.as('count')])
    .execute()
  const sales = await tx
    .selectFrom('affiliate_commissions')
    .where('school_id', '=', school_id)
    .where('affiliate_id', 'in', [...ids])
    .where('kind', '=', 'commission')
    .groupBy('affiliate_id')
    .select(['affiliate_id', sql<string>`count(*)`.as('count')])
    .execute()
  const counts = (rows: typeof clicks) =>
    new Map(rows.map(({ affiliate_id, count }) => [affiliate_id, Number(count)]))
  return { clicks: counts(clicks), sales: counts(sales) }
}

/** Affiliates with their numbers and balances. */
export async function affiliateViews<Row extends AffiliateRow>(ctx: Ctx, rows: readonly Row[]) {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const balances = await balancesOf(ctx, ids)
  const { clicks, sales } = await countsOf(ctx, ids)
  return rows.map((row) => ({
    ...row,
    commission_percentage: row.commission_basis_points === null ? null : row.commission_basis_points / 100,
    clicks_count: clicks.get(row.id) ?? 0,
    sales_count: sales.get(row.id) ?? 0,
    balances: balances.get(row.id) ?? [],
  }))
}
