import { defineEvent } from '#tenancy/context/domain-events.ts'

export interface DisputeChange {
  dispute_id: string
  order_id: string
  /** `open`: the money is held. `won`: it was released. `lost`: it is gone, and with it the access. */
  state: 'open' | 'won' | 'lost'
  amount: number
  currency: string
  /** When evidence is due. */
  due_at: Date | null
  /** The parts of the order that the dispute is about; empty for money that bought nothing. */
  lines: readonly {
    line_id: string
    amount: number
    /** What the line's affiliate earned of this amount. */
    commission: number
  }[]
}

/** A buyer’s bank disputes a payment, or has decided. Emitted in the transaction that records it, once for each state. */
export const disputeChanged = defineEvent<DisputeChange>('disputeChanged')
