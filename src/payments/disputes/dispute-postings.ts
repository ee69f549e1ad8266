import { saleRefundPostings, type Posting, type SharedTotal } from '../ledger/postings.ts'

interface Held {
  currency: string
  /** What the bank disputes. */
  amount: number
  /** The part of it that was not given back before. */
  held: number
  /** The sale, with the amount that earlier refunds and disputes took; null for money that paid for nothing yet. */
  sale: (SharedTotal & { taken: number }) | null
}

/**
 * Postings of an open dispute: school and platform set their parts of the money aside. What was given back before is lost twice
 * if the dispute is lost, and the school bears it.
 */
export function heldPostings({ currency, amount, held, sale }: Held): Posting[] {
  const parts: Posting[] = sale
    ? saleRefundPostings({ currency, ...sale, amount: held, refundedBefore: sale.taken }).filter(
        ({ account }) => account !== 'provider_clearing',
      )
    : [{ account: 'buyer_deposits', amount: held }]
  const surplus = amount - held
  return [
    ...parts.filter((part) => part.amount !== 0),
    ...(surplus > 0 ? [{ account: 'school_payable' as const, amount: surplus }] : []),
    { account: 'dispute_hold', amount: -amount },
  ]
}

/** The provider has taken the money. */
export const lostPostings = (amount: number): Posting[] => [
  { account: 'dispute_hold', amount },
  { account: 'provider_clearing', amount: -amount },
]

/** The provider's fee for a dispute, which the school bears. */
export const disputeFeePostings = (fee: number): Posting[] =>
  fee === 0
    ? []
    : [
        { account: 'school_payable', amount: fee },
        { account: 'provider_clearing', amount: -fee },
      ]
