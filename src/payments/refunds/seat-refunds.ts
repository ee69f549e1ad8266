import { ensureFound, Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { LineRow } from '../orders/order-queries.ts'
import { refundOfSeats } from '#lib/money/refund-of-seats.ts'
import { freeSeats } from '../seats/seat-policy.ts'
import { countUsedSeats } from '../seats/seat-queries.ts'

interface RequestedLine {
  line_id: string
  amount?: number
  seats?: number
}

interface RequestedRefund {
  stored: readonly LineRow[]
  requested: readonly RequestedLine[]
  currency: string
}

/**
 * The requested lines, where seats became the amount that they cost. Only free seats can be given back: an amount, or the
 * whole line, says nothing about single seats. The order is locked.
 */
export async function withSeatAmounts(
  ctx: Ctx,
  { stored, requested, currency }: RequestedRefund,
): Promise<RequestedLine[]> {
  const result: RequestedLine[] = []
  const named = new Set<string>()
  for (const { line_id, amount, seats } of requested) {
    const line = ensureFound(stored.find(({ id }) => id === line_id))
    if (seats === undefined) {
      result.push({ line_id, ...(amount !== undefined && { amount }) })
      continue
    }
    if (amount !== undefined || line.purpose !== 'seats' || named.has(line_id))
      refuseInvalidField('lines', 'seats_of_line', 'Give either an amount or a number of seats.')
    named.add(line_id)
    const used = await countUsedSeats(ctx, line_id)
    if (seats > freeSeats(line, used)) throw new Refusal('seats_not_free')
    result.push({ line_id, seats, amount: refundOfSeats(line, seats, currency) })
  }
  return result
}
