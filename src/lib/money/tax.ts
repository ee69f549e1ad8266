import { allocateMoney, basisPointsPerWhole, fractionOf, money, percentageOf, type Money } from './money.ts'

/** A tax with its name as people read it: 750 basis points are 7.5 %. */
export interface TaxRate {
  name: string
  basis_points: number
}

/** How a sale is taxed. With `reverse_charge` the buyer's company owes the tax. */
export interface TaxTerms {
  mode: 'none' | 'inclusive' | 'exclusive' | 'reverse_charge'
  rates: readonly TaxRate[]
  /** What the buyer's company keeps back of the price without tax, and pays to the tax authority itself. */
  withholding: TaxRate | null
}

export interface LineTax {
  /** Added to the price. */
  added: number
  /** Part of the price. */
  included: number
  /** Kept back by the buyer. */
  withheld: number
}

const sumOf = (rates: readonly TaxRate[]) => rates.reduce((sum, { basis_points }) => sum + basis_points, 0)

/** Taxes of a price after discounts. Each is rounded once, half up; the rates of a price are rounded together. */
export function taxesOf(price: Money, { mode, rates, withholding }: TaxTerms): LineTax {
  const sum = sumOf(rates)
  const added = mode === 'exclusive' ? percentageOf(price, sum, 'half_up').minor : 0
  const included =
    mode === 'inclusive'
      ? fractionOf(price, { numerator: sum, denominator: basisPointsPerWhole + sum }, 'half_up').minor
      : 0
  const base = money(price.minor - included, price.currency)
  const withheld = withholding ? percentageOf(base, withholding.basis_points, 'half_up').minor : 0
  return { added, included, withheld }
}

/** Splits a tax among its rates; the parts add up to it exactly. */
export function splitTax(tax: Money, rates: readonly TaxRate[]): { name: string; amount: number }[] {
  const points = rates.map(({ basis_points }) => basis_points)
  if (sumOf(rates) === 0) return []
  const parts = allocateMoney(tax, points)
  return rates.map(({ name }, index) => ({ name, amount: parts[index]!.minor }))
}

/**
 * The part of an amount that a refund gives back. Partial refunds add up to the amount exactly, because each part is the
 * difference of two cumulative shares.
 */
export function refundedPart(
  amount: Money,
  refund: { total: number; refundedBefore: number; refunded: number },
): number {
  const { total, refundedBefore, refunded } = refund
  if (amount.minor === 0) return 0
  const partOf = (back: number) =>
    fractionOf(amount, { numerator: back, denominator: total }, 'half_up').minor
  return partOf(refundedBefore + refunded) - partOf(refundedBefore)
}
