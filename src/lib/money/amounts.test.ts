import { describe, expect, test } from 'vitest'
import {
  addMoney,
  allocateMoney,
  compareMoney,
  currencyCodes,
  currencyDecimals,
  formatMoney,
  isCurrency,
  isSameMoney,
  money,
  percentageOf,
  subtractMoney,
  sumMoney,
  zero,
  type Money,
} from './money.ts'
import { fromDecimalText, toDecimalText } from './decimal-text.ts'
import { randomIntegers } from '#testing/formats/random-integers.ts'

const usd = (minor: number) => money(minor, 'USD')

describe('money', () => {
  test.each([10.5, Number.NaN, Infinity, 1e21, 2 ** 53])('rejects %d minor units', (minor) => {
    expect(() => money(minor, 'USD')).toThrow(RangeError)
  })
  test.each(['XXX', 'usd', 'USD ', '', 'US', 'D A', 'XTS', 'XAU'])('rejects the currency %j', (code) => {
    expect(() => money(1, code)).toThrow(RangeError)
    expect(isCurrency(code)).toBe(false)
  })
  test('has no negative zero', () => {
    expect(Object.is(subtractMoney(usd(0), usd(0)).minor, 0)).toBe(true)
    expect(Object.is(percentageOf(usd(-1), 1, 'half_up').minor, 0)).toBe(true)
  })
  test('rejects a sum beyond the safe integers', () => {
    expect(() => addMoney(usd(Number.MAX_SAFE_INTEGER), usd(1))).toThrow(RangeError)
  })
})

test('never adds or compares two currencies', () => {
  const euro = money(1, 'EUR')
  for (const operation of [addMoney, subtractMoney, compareMoney])
    expect(() => operation(usd(1), euro)).toThrow(RangeError)
  expect(() => sumMoney([usd(1), euro], 'USD')).toThrow(RangeError)
  expect(isSameMoney(usd(1), euro)).toBe(false)
})

test('compares amounts of one currency', () => {
  expect([usd(2), usd(-1), usd(2), usd(0)].toSorted(compareMoney).map(({ minor }) => minor)).toEqual([
    -1, 0, 2, 2,
  ])
})

describe('percentageOf', () => {
  test.each([
    [10_000, 250, [250, 250, 250]],
    [50, 100, [1, 0, 0]],
    [150, 100, [2, 2, 1]],
    [250, 100, [3, 2, 2]],
    [-50, 100, [-1, 0, 0]],
    [-250, 100, [-3, -2, -2]],
    [999, 3333, [333, 333, 332]],
    [Number.MAX_SAFE_INTEGER, 10_000, Array<number>(3).fill(Number.MAX_SAFE_INTEGER)],
  ])('%d at %d basis points', (minor, basisPoints, expected) => {
    const rounded = (['half_up', 'half_even', 'down'] as const).map(
      (rounding) => percentageOf(usd(minor), basisPoints, rounding).minor,
    )
    expect(rounded).toEqual(expected)
  })
  test('rejects a fraction of a basis point', () => {
    expect(() => percentageOf(usd(100), 0.5, 'down')).toThrow(RangeError)
  })
})

describe('allocateMoney', () => {
  test.each([
    [10_000, [1, 1, 1], [3334, 3333, 3333]],
    [100, [1, 2], [33, 67]],
    [5, [1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 0]],
    [1, [0, 1], [0, 1]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [0, [3, 4], [0, 0]],
    [10_000, [1000, 500, 8500], [1000, 500, 8500]],
  ])('splits %d by %j', (minor, weights, parts) => {
    expect(allocateMoney(usd(minor), weights).map((part) => part.minor)).toEqual(parts)
  })
  test.each([[[]], [[0, 0]], [[-1, 2]], [[0.5, 0.5]], [[Number.NaN]]])(
    'rejects the weights %j',
    (weights) => {
      expect(() => allocateMoney(usd(1), weights)).toThrow(RangeError)
    },
  )

  test('keeps the sum, and each part within one unit of its exact share', () => {
    const random = randomIntegers(1)
    for (let round = 0; round < 5_000; round++) {
      const amount = usd(random(-1_000_000_000, 1_000_000_000))
      const weights = Array.from({ length: random(1, 12) }, () => random(0, 10_000))
      weights[0]! += 1
      const parts = allocateMoney(amount, weights)
      expect(isSameMoney(sumMoney(parts, 'USD'), amount)).toBe(true)
      const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0))
      for (const [index, part] of parts.entries()) {
        const distance = BigInt(part.minor) * total - BigInt(amount.minor) * BigInt(weights[index]!)
        expect(distance > -total && distance < total).toBe(true)
      }
    }
  })
})

test('obeys the rules of addition for 10,000 random amounts', () => {
  const random = randomIntegers(2)
  const next = (): Money => usd(random(-(2 ** 50), 2 ** 50))
  for (let round = 0; round < 10_000; round++) {
    const [a, b, c] = [next(), next(), next()]
    expect(addMoney(a, b)).toEqual(addMoney(b, a))
    expect(addMoney(addMoney(a, b), c)).toEqual(addMoney(a, addMoney(b, c)))
    expect(subtractMoney(addMoney(a, b), b)).toEqual(a)
    expect(addMoney(a, zero('USD'))).toEqual(a)
    expect(compareMoney(a, b)).toBe(compareMoney(subtractMoney(a, b), zero('USD')))
  }
})

test('the parts of two complementary percentages differ from the whole by one unit at most', () => {
  const random = randomIntegers(3)
  for (let round = 0; round < 10_000; round++) {
    const [amount, share] = [usd(random(0, 1e12)), random(0, 10_000)]
    const parts = [share, 10_000 - share].map((points) => percentageOf(amount, points, 'half_up'))
    expect(Math.abs(sumMoney(parts, 'USD').minor - amount.minor)).toBeLessThanOrEqual(1)
  }
})

describe('decimal text', () => {
  test.each([
    [750_050, 2, '7500.50'],
    [10, 0, '10'],
    [5, 3, '0.005'],
    [-5, 2, '-0.05'],
    [0, 2, '0.00'],
    [Number.MAX_SAFE_INTEGER, 2, '90071992547409.91'],
  ])('writes and reads %d with %d decimals as %s', (units, decimals, text) => {
    expect(toDecimalText(units, decimals)).toBe(text)
    expect(fromDecimalText(text, decimals)).toBe(units)
  })
  test.each(['', '1e3', '1,000', '1.', '.5', ' 1', '0x10', '1.005', '99999999999999999', '--1', 'NaN'])(
    'does not read %j as an amount with 2 decimals',
    (text) => {
      expect(fromDecimalText(text, 2)).toBeNull()
    },
  )
  test('reads zeros beyond the decimals', () => {
    expect(fromDecimalText('7500.5000', 2)).toBe(750_050)
    expect(fromDecimalText('10.00', 0)).toBe(10)
  })
})

describe('currencies', () => {
  test('has the codes of Intl without funds and withdrawn currencies', () => {
    const withdrawn = ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL']
    const funds = ['XDR', 'XSU']
    const expected = Intl.supportedValuesOf('currency').filter(
      (code) => ![...withdrawn, ...funds].includes(code),
    )
    expect(currencyCodes().toSorted()).toEqual(expected)
    expect(currencyCodes().every(isCurrency)).toBe(true)
  })
  test('uses the decimals of ISO 4217 where Intl has others', () => {
    expect(['HUF', 'COP', 'IDR', 'UGX', 'ISK', 'IQD', 'MGA'].map(currencyDecimals)).toEqual([
      2, 2, 2, 0, 0, 3, 2,
    ])
    expect(formatMoney(123_450, 'HUF').replaceAll('\u00a0', ' ')).toBe('Ft 1,234.50')
  })
  test('formats an amount of every currency', () => {
    for (const code of currencyCodes()) expect(formatMoney(123_456, code)).toMatch(/\d/)
  })
})
