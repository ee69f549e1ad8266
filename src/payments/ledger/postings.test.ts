import { describe, expect, test } from 'vitest'
import {
  depositRefundPostings,
  lateFeeJournal,
  paymentJournals,
  reversed,
  saleRefundPostings,
  type Journal,
  type Posting,
} from './postings.ts'

const amounts = (postings: readonly Posting[]) =>
  Object.fromEntries(postings.map(({ account, amount }) => [account, amount]))
const sum = (postings: readonly Posting[]) => postings.reduce((total, { amount }) => total + amount, 0)
const balances = (journals: readonly Journal[]) => {
  const totals: Record<string, number> = {}
  for (const { postings } of journals)
    for (const { account, amount } of postings) totals[account] = (totals[account] ?? 0) + amount
  return Object.fromEntries(Object.entries(totals).filter(([, amount]) => amount !== 0))
}
const sale = { total: 10_000, platform_share: 1_000 }

describe('the journals of a payment', () => {
  test('book a sale of 100.00 with 10 % for the platform and a fee of 3.20', () => {
    const [saleJournal, fee] = paymentJournals(
      { amount: 10_000, fee: 320, applied: 10_000 },
      { ...sale, deposited: 0 },
    )
    expect(saleJournal!.kind).toBe('sale')
    expect(amounts(saleJournal!.postings)).toEqual({
      provider_clearing: 9_680,
      provider_fees: 320,
      platform_revenue: -1_000,
      school_payable: -9_000,
    })
    expect(fee).toEqual({
      kind: 'fee',
      postings: [
        { account: 'school_payable', amount: 320 },
        { account: 'provider_fees', amount: -320 },
      ],
    })
  })

  test('book an unknown fee when it becomes known, with the same result', () => {
    const receipt = { amount: 10_000, applied: 10_000 }
    const completes = { ...sale, deposited: 0 }
    const later = [...paymentJournals({ ...receipt, fee: null }, completes), lateFeeJournal(320)]
    expect(balances(later)).toEqual(balances(paymentJournals({ ...receipt, fee: 320 }, completes)))
  })

  test('owe a part of the price to the buyer until the rest is paid', () => {
    const part = paymentJournals({ amount: 4_000, fee: 100, applied: 4_000 }, null)
    expect(balances(part)).toEqual({ provider_clearing: 3_900, buyer_deposits: -4_000, school_payable: 100 })
    const rest = paymentJournals({ amount: 6_000, fee: 0, applied: 6_000 }, { ...sale, deposited: 4_000 })
    expect(balances([...part, ...rest])).toEqual({
      provider_clearing: 9_900,
      platform_revenue: -1_000,
      school_payable: -8_900,
    })
  })

  test('owe an overpayment and a second payment to the buyer', () => {
    const over = paymentJournals({ amount: 12_000, fee: 0, applied: 10_000 }, { ...sale, deposited: 0 })
    expect(balances(over)).toMatchObject({ buyer_deposits: -2_000, provider_clearing: 12_000 })
    const second = paymentJournals({ amount: 10_000, fee: 0, applied: 0 }, null)
    expect(balances(second)).toEqual({ buyer_deposits: -10_000, provider_clearing: 10_000 })
    const settled = [...second, { kind: 'refund', postings: depositRefundPostings(10_000) }]
    expect(balances(settled)).toEqual({})
  })
})

describe('the part of a reseller', () => {
  const shared = { ...sale, reseller_share: 333 }

  test('is taken from the platform’s share of a sale', () => {
    const [journal] = paymentJournals(
      { amount: 10_000, fee: 0, applied: 10_000 },
      { ...shared, deposited: 0 },
    )
    expect(amounts(journal!.postings)).toEqual({
      provider_clearing: 10_000,
      platform_revenue: -667,
      reseller_payable: -333,
      school_payable: -9_000,
    })
  })

  test.each([1, 7, 3_333, 10_000])('is given back exactly by refunds in steps of %d', (step) => {
    const journals = paymentJournals({ amount: 10_000, fee: 0, applied: 10_000 }, { ...shared, deposited: 0 })
    for (let refundedBefore = 0; refundedBefore < 10_000; refundedBefore += step)
      journals.push({
        kind: 'refund',
        postings: saleRefundPostings({
          ...shared,
          currency: 'NGN',
          amount: Math.min(step, 10_000 - refundedBefore),
          refundedBefore,
        }),
      })
    expect(balances(journals)).toEqual({})
  })
})

describe('the postings of a refund', () => {
  test('mirror the sale in proportion', () => {
    expect(
      amounts(saleRefundPostings({ ...sale, currency: 'NGN', amount: 5_000, refundedBefore: 0 })),
    ).toEqual({
      platform_revenue: 500,
      school_payable: 4_500,
      provider_clearing: -5_000,
    })
  })

  test.each(
    [
      [101, 10],
      [7, 3],
      [100, 0],
      [100, 100],
      [9_999, 3_333],
    ].flatMap(([total = 0, share = 0]) => [1, 2, 33, total].map((step) => [total, share, step] as const)),
  )('add up to the sale of %d with a share of %d, refunded in steps of %d', (total, platform_share, step) => {
    const starts = Array.from({ length: Math.ceil(total / step) }, (_, index) => index * step)
    const refunds = starts.map((refundedBefore) => ({
      kind: 'refund',
      postings: saleRefundPostings({
        currency: 'NGN',
        total,
        platform_share,
        amount: Math.min(step, total - refundedBefore),
        refundedBefore,
      }),
    }))
    const credits = refunds
      .flatMap(({ postings }) => postings)
      .filter(({ account, amount }) => account !== 'provider_clearing' && amount <= 0)
    expect(credits).toEqual([])
    const receipt = { amount: total, fee: 0, applied: total }
    const sold = paymentJournals(receipt, { total, platform_share, deposited: 0 })
    expect(balances([...sold, ...refunds])).toEqual({})
  })

  test('sum to zero with their reversal', () => {
    const postings = saleRefundPostings({ currency: 'NGN', ...sale, amount: 3_333, refundedBefore: 1 })
    expect(
      balances([
        { kind: 'refund', postings },
        { kind: 'reversal', postings: reversed(postings) },
      ]),
    ).toEqual({})
  })
})

test('every journal sums to zero', () => {
  for (const amount of [1, 99, 10_000, 999_999_999])
    for (const fee of [null, 0, 1])
      for (const applied of [0, 1, amount])
        for (const completes of [null, { total: applied + 5, platform_share: 3, deposited: 5 }])
          for (const { postings } of paymentJournals({ amount, fee, applied }, completes))
            expect(sum(postings)).toBe(0)
  expect(sum(lateFeeJournal(7).postings)).toBe(0)
})
