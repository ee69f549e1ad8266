import { allocateMoney, fractionOf, money } from '#lib/money/money.ts'

export type LedgerAccount =
  | 'provider_clearing'
  | 'provider_fees'
  | 'school_payable'
  | 'platform_revenue'
  | 'reseller_payable'
  | 'dispute_hold'
  | 'affiliate_payable'
  | 'tax_payable'
  | 'buyer_deposits'
  | 'platform_bank'
  | 'school_bank'

/** A debit is positive, a credit negative. */
export interface Posting {
  account: LedgerAccount
  amount: number
}

export interface Journal {
  kind: string
  postings: Posting[]
}

/**
 * An order as the ledger sees it: the platform's share of its total, the reseller's part of this share, the commissions of
 * affiliates, and the school's rest.
 */
export interface SharedTotal {
  total: number
  platform_share: number
  reseller_share?: number
  /** Absent without affiliates. */
  affiliate_share?: number
  /** Tax in the total, which the school owes to the tax authority; absent without tax. */
  tax?: number
}

interface Receipt {
  amount: number
  /** Null while unknown: it is posted when the provider reports it. */
  fee: number | null
  /** The part that pays for the order. */
  applied: number
}

/** The platform's share comes first where a total is smaller than both. */
const taxShare = ({ total, platform_share, tax = 0 }: SharedTotal) => Math.min(tax, total - platform_share)

/** Credits of what does not belong to the school. */
const sharePostings = ({ platform_share, reseller_share = 0 }: SharedTotal): Posting[] => [
  { account: 'platform_revenue', amount: reseller_share - platform_share },
  { account: 'reseller_payable', amount: -reseller_share },
]

/** Adds up postings of one account, and leaves out those of zero. */
function merge(postings: Posting[]): Posting[] {
  const sums = new Map<LedgerAccount, number>()
  for (const { account, amount } of postings) sums.set(account, (sums.get(account) ?? 0) + amount)
  return [...sums].flatMap(([account, amount]) => (amount === 0 ? [] : [{ account, amount }]))
}

/**
 * Journals of a payment. What does not complete the order (a part of the price, an overpayment, a second payment) is
 * owed to the buyer. The payment that completes it posts the sale of the whole order; `deposited` is what earlier
 * payments brought. The school bears the provider's fee.
 */
export function paymentJournals(
  { amount, fee, applied }: Receipt,
  completes: (SharedTotal & { deposited: number }) | null,
): Journal[] {
  const received: Posting[] = [
    { account: 'provider_clearing', amount: amount - (fee ?? 0) },
    { account: 'provider_fees', amount: fee ?? 0 },
  ]
  const journals: Journal[] = completes
    ? [
        {
          kind: 'sale',
          postings: merge([
            ...received,
            { account: 'buyer_deposits', amount: completes.deposited },
            { account: 'buyer_deposits', amount: -(amount - applied) },
            ...sharePostings(completes),
            { account: 'affiliate_payable', amount: -(completes.affiliate_share ?? 0) },
            { account: 'tax_payable', amount: -taxShare(completes) },
            { account: 'school_payable', amount: -schoolShare(completes) },
          ]),
        },
      ]
    : [{ kind: 'deposit', postings: merge([...received, { account: 'buyer_deposits', amount: -amount }]) }]
  return fee ? [...journals, { kind: 'fee', postings: feePostings(fee) }] : journals
}

const schoolShare = (sale: SharedTotal) =>
  sale.total - sale.platform_share - (sale.affiliate_share ?? 0) - taxShare(sale)

const feePostings = (fee: number): Posting[] => [
  { account: 'school_payable', amount: fee },
  { account: 'provider_fees', amount: -fee },
]

/** Journal of a fee that the provider reported after the payment. */
export const lateFeeJournal = (fee: number): Journal => ({
  kind: 'fee',
  postings: [
    { account: 'school_payable', amount: fee },
    { account: 'provider_clearing', amount: -fee },
  ],
})

interface OrderRefund {
  total: number
  platform_share: number
  reseller_share?: number
  tax?: number
  currency: string
  amount: number
  /** What affiliates lose of the commissions of the refunded lines; absent without affiliates. */
  affiliate_amount?: number
  /** Refunded of the order before. */
  refundedBefore: number
}

/**
 * Postings of a refund of an order that was sold: it mirrors the sale in proportion. Partial refunds add up to the
 * sale exactly, because each is the difference of two cumulative splits.
 */
export function saleRefundPostings({
  currency,
  total,
  platform_share,
  reseller_share = 0,
  tax = 0,
  amount,
  affiliate_amount = 0,
  refundedBefore,
}: OrderRefund): Posting[] {
  const taxed = taxShare({ total, platform_share, tax })
  const split = (refunded: number) =>
    allocateMoney(money(refunded, currency), [
      platform_share - reseller_share,
      reseller_share,
      taxed,
      total - platform_share - taxed,
    ]).map(({ minor }) => minor)
  const [platformBefore = 0, resellerBefore = 0, taxBefore = 0, schoolBefore = 0] = split(refundedBefore)
  const [platformAfter = 0, resellerAfter = 0, taxAfter = 0, schoolAfter = 0] = split(refundedBefore + amount)
  return merge([
    { account: 'platform_revenue', amount: platformAfter - platformBefore },
    { account: 'reseller_payable', amount: resellerAfter - resellerBefore },
    { account: 'affiliate_payable', amount: affiliate_amount },
    { account: 'tax_payable', amount: taxAfter - taxBefore },
    { account: 'school_payable', amount: schoolAfter - schoolBefore - affiliate_amount },
    { account: 'provider_clearing', amount: -amount },
  ])
}

interface CommissionedLine {
  net: number
  affiliate_amount: number
  refunded_amount: number
}

/**
 * What the affiliate of a line loses by a refund. Partial refunds add up to the commission exactly, because each is the
 * difference of two cumulative shares.
 */
export function refundedCommission(line: CommissionedLine, amount: number, currency: string): number {
  const { net, affiliate_amount, refunded_amount } = line
  if (affiliate_amount === 0) return 0
  const lostOf = (refunded: number) =>
    fractionOf(money(affiliate_amount, currency), { numerator: refunded, denominator: net }, 'down').minor
  return lostOf(refunded_amount + amount) - lostOf(refunded_amount)
}

/** Journal of commissions that a lost dispute took back. */
export const lostCommissionJournal = (amount: number): Journal => ({
  kind: 'affiliate_loss',
  postings: [
    { account: 'affiliate_payable', amount },
    { account: 'school_payable', amount: -amount },
  ],
})

/** Journal of a payout that the school made to an affiliate from its own money. */
export const affiliatePayoutJournal = (amount: number): Journal => ({
  kind: 'affiliate_payout',
  postings: [
    { account: 'affiliate_payable', amount },
    { account: 'school_payable', amount: -amount },
  ],
})

/** Journal of a payout of the platform to a school. */
export const schoolPayoutJournal = (amount: number): Journal => ({
  kind: 'school_payout',
  postings: [
    { account: 'school_payable', amount },
    { account: 'platform_bank', amount: -amount },
  ],
})

/**
 * Journal of money that a provider paid out to the bank account of the platform or the school: what it owes becomes less. A
 * negative amount was taken from the bank account. `number` counts the journals of a settlement.
 */
export const paidOutJournal = (
  bank: 'platform_bank' | 'school_bank',
  amount: number,
  number: number,
): Journal => ({
  kind: `paid_out_${number}`,
  postings:
    amount === 0
      ? []
      : [
          { account: bank, amount },
          { account: 'provider_clearing', amount: -amount },
        ],
})

/** Postings of a refund of money that paid for nothing: of a partial payment, an overpayment or a second payment. */
export const depositRefundPostings = (amount: number): Posting[] => [
  { account: 'buyer_deposits', amount },
  { account: 'provider_clearing', amount: -amount },
]

/** The opposite of postings, for a refund that failed after it had succeeded. */
export const reversed = (postings: readonly Posting[]): Posting[] =>
  postings.map(({ account, amount }) => ({ account, amount: -amount }))
