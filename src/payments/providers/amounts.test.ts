import { describe, expect, test } from 'vitest'
import { currencyCodes, currencyDecimals, money } from '#lib/money/money.ts'
import { randomIntegers } from '#testing/formats/random-integers.ts'
import {
  flutterwaveCurrencies,
  fromFlutterwaveAmount,
  fromFlutterwaveFee,
  toFlutterwaveAmount,
} from './flutterwave/amounts.ts'
import { fromPaystackAmount, paystackCurrencies, toPaystackAmount } from './paystack/amounts.ts'
import { fromStripeAmount, toStripeAmount } from './stripe/amounts.ts'
import { UnsupportedAmount } from './unsupported-amount.ts'

/** Ten of each currency, in its ISO 4217 minor unit. */
const ten = (currency: string) => money(10 * 10 ** currencyDecimals(currency), currency)

describe('Stripe', () => {
  test.each([
    ['USD', 1000],
    ['JPY', 10],
    ['UGX', 1000],
    ['ISK', 1000],
    ['MGA', 10],
    ['XOF', 10],
    ['HUF', 1000],
    ['TWD', 1000],
    ['KWD', 10_000],
  ])('sends 10 %s as %d', (currency, amount) => {
    expect(toStripeAmount(ten(currency))).toEqual({ amount, currency: currency.toLowerCase() })
    expect(fromStripeAmount(amount, currency.toLowerCase())).toEqual(ten(currency))
  })

  test('treats as zero-decimal exactly the currencies of the documentation', () => {
    const documented = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
    const supported = currencyCodes().filter((code) => !isRefused(code))
    expect(supported.filter((code) => toStripeAmount(ten(code)).amount === 10).toSorted()).toEqual(documented)
    const three = supported.filter((code) => toStripeAmount(ten(code)).amount === 10_000)
    expect(three.toSorted()).toEqual(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])
  })

  test.each([
    [money(1005, 'KWD'), 'amount'],
    [money(1050, 'MGA'), 'amount'],
    [money(Number.MAX_SAFE_INTEGER, 'UGX'), 'amount'],
    [money(1000, 'LYD'), 'currency'],
  ])('refuses %j, which its unit cannot express', (amount, part) => {
    expect(() => toStripeAmount(amount)).toThrow(expect.objectContaining({ part }))
  })
  test('refuses a reply of 5.05 shillings', () => {
    expect(() => fromStripeAmount(505, 'ugx')).toThrow(UnsupportedAmount)
  })

  function isRefused(code: string) {
    try {
      return !toStripeAmount(ten(code))
    } catch {
      return true
    }
  }
})

describe('Paystack', () => {
  test('sends subunits', () => {
    expect(toPaystackAmount(ten('NGN'))).toBe(1000)
    expect(() => toPaystackAmount(ten('EUR'))).toThrow(UnsupportedAmount)
  })
  test.each([1000, '1000'])('reads %j, as refunds have both types', (amount) => {
    expect(fromPaystackAmount(amount, 'NGN')).toEqual(ten('NGN'))
  })
  test.each([10.5, '10.5', '1e3', '', 'ten', Number.NaN, 1e21])('refuses %j', (amount) => {
    expect(() => fromPaystackAmount(amount, 'NGN')).toThrow(UnsupportedAmount)
  })
})

describe('Flutterwave', () => {
  test('sends major units', () => {
    expect(toFlutterwaveAmount(ten('NGN'))).toBe('10.00')
    expect(toFlutterwaveAmount(ten('UGX'))).toBe('10')
    expect(toFlutterwaveAmount(money(1, 'USD'))).toBe('0.01')
    expect(() => toFlutterwaveAmount(ten('JPY'))).toThrow(UnsupportedAmount)
  })
  test.each(['10', '10.0', '10.00', '10.000'])('reads %s', (text) => {
    expect(fromFlutterwaveAmount(text, 'NGN')).toEqual(ten('NGN'))
  })
  test.each(['10.005', '1e1', '10,00', '', 'NaN'])('refuses %j', (text) => {
    expect(() => fromFlutterwaveAmount(text, 'NGN')).toThrow(UnsupportedAmount)
  })
  test('cuts decimals of a fee beyond the currency', () => {
    expect(fromFlutterwaveFee('14.0625', 'NGN')).toEqual(money(1406, 'NGN'))
    expect(fromFlutterwaveFee('14.9', 'UGX')).toEqual(money(14, 'UGX'))
  })
})

describe('10,000 random amounts return unchanged', () => {
  const codecs = [
    {
      name: 'stripe',
      currencies: ['USD', 'EUR', 'NGN', 'JPY', 'KRW', 'UGX', 'ISK', 'MGA', 'HUF', 'KWD', 'TND'],
      returned(minor: number, currency: string) {
        const sent = toStripeAmount(money(minor, currency))
        const read = JSON.parse(JSON.stringify(sent)) as typeof sent
        return fromStripeAmount(read.amount, read.currency)
      },
    },
    {
      name: 'paystack',
      currencies: paystackCurrencies,
      returned: (minor: number, currency: string) =>
        fromPaystackAmount(toPaystackAmount(money(minor, currency)), currency),
    },
    {
      name: 'flutterwave',
      currencies: flutterwaveCurrencies,
      returned: (minor: number, currency: string) =>
        fromFlutterwaveAmount(toFlutterwaveAmount(money(minor, currency)), currency),
    },
  ]
  /** Stripe's unit is coarser than ISO 4217 for these. */
  const step = (name: string, currency: string) => {
    if (name !== 'stripe') return 1
    return currency === 'MGA' ? 100 : ['KWD', 'TND'].includes(currency) ? 10 : 1
  }

  test.each(codecs)('$name', ({ name, currencies, returned }) => {
    const random = randomIntegers(14)
    for (let round = 0; round < 10_000; round++) {
      const currency = currencies[random(0, currencies.length - 1)]!
      const size = 10 ** random(1, 13)
      const minor = random(1, size) * step(name, currency)
      expect(returned(minor, currency)).toEqual({ minor, currency })
    }
  })
})
