/** What an attempt expects from its provider. */
export interface ExpectedPayment {
  reference: string
  currency: string
  mode: string
}

/** The money that a provider reports. */
export interface ReportedPayment {
  reference: string
  amount: number
  currency: string
  mode: string
}

/** What the order still needs. */
export interface OpenOrder {
  total: number
  paid_amount: number
  /** Refunded or canceled: it cannot be paid any more. */
  isClosed: boolean
}

export type PaymentAssessment =
  /** Never grants anything: people look at it. */
  | { kind: 'quarantined'; reason: 'reference' | 'currency' | 'mode' }
  /** `applied` pays for the order, `excess` is given back. */
  | { kind: 'accepted'; applied: number; excess: number; completes: boolean }

/**
 * Decides what a reported payment is worth. Another reference, currency or mode than expected is worth nothing. A
 * payment below the open amount pays a part; the surplus of one above it, and a second payment, are given back.
 */
export function assessPayment(
  expected: ExpectedPayment,
  reported: ReportedPayment,
  order: OpenOrder,
): PaymentAssessment {
  if (reported.reference !== expected.reference) return { kind: 'quarantined', reason: 'reference' }
  if (reported.currency.toUpperCase() !== expected.currency.toUpperCase())
    return { kind: 'quarantined', reason: 'currency' }
  if (reported.mode !== expected.mode) return { kind: 'quarantined', reason: 'mode' }
  const open = order.isClosed ? 0 : order.total - order.paid_amount
  const applied = Math.min(open, reported.amount)
  return {
    kind: 'accepted',
    applied,
    excess: reported.amount - applied,
    completes: open > 0 && applied === open,
  }
}
