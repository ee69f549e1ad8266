import { describe, expect, test } from 'vitest'
import { randomIntegers } from '#testing/formats/random-integers.ts'
import { money } from './money.ts'
import { refundedPart, splitTax, taxesOf, type TaxTerms } from './tax.ts'

const vat = { name: 'VAT', basis_points: 750 }
const terms = (changes: Partial<TaxTerms>): TaxTerms => ({
  mode: 'exclusive',
  rates: [vat],
  withholding: null,
  ...changes,
})

describe('taxesOf', () => {
  test.each<[string, TaxTerms, number, object]>([
    ['adds a tax', terms({}), 10_000, { added: 750, included: 0, withheld: 0 }],
    [
      'takes a tax out of the price',
      terms({ mode: 'inclusive' }),
      10_750,
      { added: 0, included: 750, withheld: 0 },
    ],
    ['rounds half up', terms({}), 20, { added: 2, included: 0, withheld: 0 }],
    [
      'has no tax with reverse charge',
      terms({ mode: 'reverse_charge' }),
      10_000,
      { added: 0, included: 0, withheld: 0 },
    ],
    [
      'withholds from the price without tax',
      terms({ mode: 'inclusive', withholding: { name: 'WHT', basis_points: 500 } }),
      10_750,
      { added: 0, included: 750, withheld: 500 },
    ],
    ['of a free course is nothing', terms({}), 0, { added: 0, included: 0, withheld: 0 }],
  ])('%s', (_name, rule, price, expected) => {
    expect(taxesOf(money(price, 'NGN'), rule)).toEqual(expected)
  })
})

test('taxes are exact within half a unit, parts add up, and refunds give back the whole tax', () => {
  const random = randomIntegers(14)
  for (let round = 0; round < 10_000; round++) {
    const price = money(random(1, 1e11), 'NGN')
    const rates = Array.from({ length: random(1, 4) }, (_, index) => ({
      name: `T${index}`,
      basis_points: random(1, 1_250),
    }))
    const sum = BigInt(rates.reduce((total, rate) => total + rate.basis_points, 0))
    const { added } = taxesOf(price, terms({ rates }))
    const { included } = taxesOf(price, terms({ mode: 'inclusive', rates }))
    expect(isHalfUnit(BigInt(added) * 10_000n - BigInt(price.minor) * sum, 10_000n)).toBe(true)
    const whole = 10_000n + sum
    expect(isHalfUnit(BigInt(included) * whole - BigInt(price.minor) * sum, whole)).toBe(true)
    const parts = splitTax(money(added, 'NGN'), rates)
    expect(parts.reduce((total, { amount }) => total + amount, 0)).toBe(added)
    const total = price.minor + added
    const first = random(0, total)
    const back = [first, total - first].map((refunded, index) =>
      refundedPart(money(added, 'NGN'), { total, refundedBefore: index * first, refunded }),
    )
    expect(back[0]! + back[1]!).toBe(added)
    expect(Math.min(...back)).toBeGreaterThanOrEqual(0)
  }
})

const isHalfUnit = (distance: bigint, unit: bigint) => (distance < 0n ? -distance : distance) * 2n <= unit
