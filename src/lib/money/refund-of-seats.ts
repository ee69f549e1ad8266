import { fractionOf, money } from './money.ts'

interface PaidSeats {
  quantity: number
  /** Seats that were given back before. */
  refunded_quantity: number
  /** What was paid for all seats, in minor units. */
  net: number
}

/**
 * What is given back for some seats of a line, in minor units. The shares of all seats add up to the price, however many
 * refunds there are.
 */
export function refundOfSeats(
  { quantity, refunded_quantity, net }: PaidSeats,
  seats: number,
  currency: string,
): number {
  const upTo = (count: number) =>
    fractionOf(money(net, currency), { numerator: count, denominator: quantity }, 'half_up').minor
  return upTo(refunded_quantity + seats) - upTo(refunded_quantity)
}
