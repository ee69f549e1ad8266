import type { OrderDetails } from '../order-timeline.ts'

export interface LineChoice {
  line_id: string
  /** In minor units; null for a line that is not refunded. */
  amount: number | null
}

/** What can still be refunded of a line. Refunds on their way count only for the whole order. */
export const lineRemainder = (
  line: Pick<OrderDetails['lines'][number], 'net' | 'refunded_amount'>,
  { refundable_amount }: Pick<OrderDetails, 'refundable_amount'>,
): number => Math.min(line.net - line.refunded_amount, refundable_amount)

/** `ends`: the student loses the course that the line paid for. */
export type AccessEffect = 'ends' | 'stays'

/** What the refund of a line does to the access that the line paid for. */
export function accessEffect(
  amount: number,
  { remainder, ends_access }: { remainder: number; ends_access: boolean },
): AccessEffect {
  return ends_access || amount >= remainder ? 'ends' : 'stays'
}
