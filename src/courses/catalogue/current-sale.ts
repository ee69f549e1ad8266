import { localDay } from '#lib/dates/local-day.ts'
import { isSaleDay, lowerPrice, nextSaleChange, type SaleDates } from '#lib/money/sale-price.ts'
import type { RequestContext } from '#tenancy/context/request-context.ts'

interface PricedRow extends SaleDates {
  price: number
  sale_price: number | null
}

/** Time zone and clock of a school. */
type SchoolTime = Pick<RequestContext, 'school' | 'now'>

const zoneOf = ({ school }: SchoolTime) => school?.time_zone ?? 'UTC'

/** Whether the sale of a course runs today in the school's time zone. */
export const isOnSale = (ctx: SchoolTime, dates: SaleDates): boolean =>
  isSaleDay(dates, localDay(zoneOf(ctx), ctx.now))

/** The sale of a course that runs today, or null, and when that changes. */
export function saleOfCard(ctx: SchoolTime, row: PricedRow) {
  const price = isOnSale(ctx, row) ? lowerPrice(row.price, row.sale_price) : null
  const changes =
    row.sale_price === null ? null : nextSaleChange(row, { timeZone: zoneOf(ctx), now: ctx.now })
  return {
    current_sale: price === null ? null : { price, ends_on: row.sale_ends_on },
    price_changes_at: changes,
  }
}

/** The same for a course with the prices of its tiers. */
export function saleOfCourse(
  ctx: SchoolTime,
  row: PricedRow & { tiering_prices: unknown; sale_tiering_prices: unknown },
) {
  const isOn = isOnSale(ctx, row)
  const sale_prices = row.sale_tiering_prices as (number | null)[]
  const tiering_prices = (row.tiering_prices as number[]).map((price, index) =>
    isOn ? lowerPrice(price, sale_prices[index]) : null,
  )
  const price = isOn ? lowerPrice(row.price, row.sale_price) : null
  const isReduced = price !== null || tiering_prices.some((one) => one !== null)
  const hasSale = row.sale_price !== null || sale_prices.some((one) => one !== null)
  return {
    current_sale: isReduced ? { price, tiering_prices, ends_on: row.sale_ends_on } : null,
    price_changes_at: hasSale ? nextSaleChange(row, { timeZone: zoneOf(ctx), now: ctx.now }) : null,
  }
}

/** A page of cards with their sales. */
export const withSales = <Row extends PricedRow, Page extends { data: Row[] }>(
  ctx: SchoolTime,
  page: Page & { data: Row[] },
) => ({
  ...page,
  data: page.data.map((row) => ({ ...row, ...saleOfCard(ctx, row) })),
})
