import { findPrice, type SandboxPrice } from './prices.ts'
import type { InvoiceLine, SubscriptionItems } from '#sandbox-providers/core/billing-rows.ts'

/** The start of the period with this number after the anchor. A day that a month lacks becomes its last day. */
export function periodStart(anchor: number, interval: SandboxPrice['interval'], number: number): number {
  const start = new Date(anchor)
  const months = number * (interval === 'year' ? 12 : 1)
  const day = start.getUTCDate()
  const moved = new Date(anchor)
  moved.setUTCDate(1)
  moved.setUTCMonth(start.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(day, lastDay))
  return moved.getTime()
}

export interface Period {
  start: number
  end: number
}

const wholeSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000)

/** Stripe prorates to the second. */
const shareLeft = ({ start, end }: Period, at: number) => {
  const length = wholeSeconds(end) - wholeSeconds(start)
  return Math.min(1, Math.max(0, (wholeSeconds(end) - wholeSeconds(at)) / length))
}

const day = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The line of a whole period. */
export function periodLine({ price, quantity }: SubscriptionItems, { start, end }: Period): InvoiceLine {
  const { unit_amount, product_name } = findPrice(price)!
  return {
    price,
    quantity,
    amount: unit_amount * quantity,
    description: `${quantity} × ${product_name}`,
    is_proration: false,
    start,
    end,
  }
}

interface Change {
  from: SubscriptionItems
  to: SubscriptionItems
  period: Period
  at: number
}

/**
 * Lines of a change within a period: a credit for the unused time, and a charge for the time that is left. A price with another
 * interval begins a whole new period.
 */
export function prorationLines({ from, to, period, at }: Change): InvoiceLine[] {
  const prorated = (items: SubscriptionItems, sign: 1 | -1): InvoiceLine => {
    const line = periodLine(items, period)
    return {
      ...line,
      amount: sign * Math.round(line.amount * shareLeft(period, at)),
      description: `${sign < 0 ? 'Unused' : 'Remaining'} time on ${line.description} after ${day(at)}`,
      is_proration: true,
      start: at,
    }
  }
  const { interval } = findPrice(to.price)!
  return [
    prorated(from, -1),
    findPrice(from.price)!.interval === interval
      ? prorated(to, 1)
      : periodLine(to, { start: at, end: periodStart(at, interval, 1) }),
  ]
}
