import { describe, expect, test } from 'vitest'
import { currencyDecimals, formatMoney, isNaira, parseMoney } from './money.ts'

describe('isNaira', () => {
  test.each(['ngn', 'NGN', 'Ngn', ' ngn', 'NGN ', '\tnGn\n'])('accepts %j', (code) => {
    expect(isNaira(code)).toBe(true)
  })
  test.each(['', 'n g n', 'NGNX', 'ghs', 'ng', '₦', 'ＮＧＮ'])('rejects %j', (code) => {
    expect(isNaira(code)).toBe(false)
  })
})

describe('formatMoney', () => {
  test.each([
    [0, 'NGN', '₦0'],
    [1_250_000, 'NGN', '₦12,500'],
    [1_250_050, 'ngn ', '₦12,500.50'],
    [1999, 'USD', '$19.99'],
    [1200, 'JPY', '¥1,200'],
    [1500, 'KWD', 'KWD 1.500'],
    [-500, 'EUR', '-€5'],
    [123_456_789_00, 'USD', '$123,456,789'],
  ])('formats %d %s as %s', (minor, code, text) => {
    expect(formatMoney(minor, code).replaceAll('\u00a0', ' ')).toBe(text)
  })

  test('rejects a fraction of a minor unit', () => {
    expect(() => formatMoney(10.5, 'USD')).toThrow(RangeError)
    expect(() => formatMoney(Number.NaN, 'USD')).toThrow(RangeError)
    expect(() => formatMoney(2 ** 60, 'USD')).toThrow(RangeError)
  })
  test('rejects an invalid currency code', () => {
    expect(() => formatMoney(10, 'money')).toThrow(RangeError)
  })
})

test('uses the number of decimals of the currency', () => {
  expect(['USD', 'NGN', 'JPY', 'KWD'].map(currencyDecimals)).toEqual([2, 2, 0, 3])
})

describe('parseMoney', () => {
  test.each([
    ['12,500', 'NGN', 1_250_000],
    ['19.99', 'USD', 1999],
    ['19.9', 'USD', 1990],
    ['0', 'USD', 0],
    [' 1 200 ', 'JPY', 1200],
    ['1.5', 'KWD', 1500],
  ])('parses %j in %s as %d', (text, code, minor) => {
    expect(parseMoney(text, code)).toBe(minor)
  })
  test.each([
    ['', 'USD'],
    ['-1', 'USD'],
    ['1.999', 'USD'],
    ['1.5', 'JPY'],
    ['1e3', 'USD'],
    ['ten', 'USD'],
    ['9999999999999', 'USD'],
  ])('rejects %j in %s', (text, code) => {
    expect(parseMoney(text, code)).toBeNull()
  })
})
