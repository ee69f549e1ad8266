import { allocateMoney, money } from '#lib/money/money.ts'
import type { Journal, LedgerAccount } from './postings.ts'

/** What a journal means for the sales of a school; see the columns of `ledger_revenue`. */
export interface RevenueFigures {
  sales: number
  refunds: number
  disputes: number
  fees: number
  platform_share: number
  commissions: number
}

const columns = ['sales', 'refunds', 'disputes', 'fees', 'platform_share', 'commissions'] as const

/** Sum of the postings of one account. */
export const sumOf = ({ postings }: Journal, account: LedgerAccount): number =>
  postings.reduce((sum, posting) => (posting.account === account ? sum + posting.amount : sum), 0)

/**
 * Figures of a journal: `sales - refunds - disputes - fees - platform_share - commissions` is what it adds to the school's
 * money. Tax is no part of them. Null if it concerns neither school nor platform nor affiliates.
 */
export function revenueFigures(journal: Journal): RevenueFigures | null {
  const school = sumOf(journal, 'school_payable')
  const platform_share = -(sumOf(journal, 'platform_revenue') + sumOf(journal, 'reseller_payable'))
  const commissions = -sumOf(journal, 'affiliate_payable')
  if (school === 0 && platform_share === 0 && commissions === 0) return null
  const value = platform_share + commissions - school
  const figures = { sales: 0, refunds: 0, disputes: 0, fees: 0, platform_share, commissions }
  const { kind } = journal
  if (kind === 'sale') return { ...figures, sales: value }
  if (kind.startsWith('refund_') || kind.startsWith('reversal_')) return { ...figures, refunds: 0 - value }
  if (kind === 'dispute_opened' || kind === 'dispute_won') return { ...figures, disputes: 0 - value }
  return { ...figures, fees: 0 - value }
}

/** Splits figures by the amounts of order lines, so that the parts add up exactly. */
export function splitFigures(
  figures: RevenueFigures,
  currency: string,
  weights: readonly number[],
): RevenueFigures[] {
  const isEmpty = weights.every((weight) => weight === 0)
  const shares = isEmpty ? weights.map(() => 1) : weights
  const split = columns.map((column) => allocateMoney(money(figures[column], currency), shares))
  return weights.map(
    (_, line) =>
      Object.fromEntries(
        columns.map((column, index) => [column, split[index]![line]!.minor + 0]),
      ) as unknown as RevenueFigures,
  )
}
