import { describe, expect, test } from 'vitest'
import { isPayable, orderStatus, orderTotals } from './order-state.ts'

describe('orderStatus', () => {
  test.each([
    [{ paid_amount: 0, refunded_amount: 0 }, 'awaiting_payment'],
    [{ paid_amount: 1, refunded_amount: 0 }, 'partially_paid'],
    [{ paid_amount: 999, refunded_amount: 0 }, 'partially_paid'],
    [{ paid_amount: 1000, refunded_amount: 0 }, 'paid'],
    [{ paid_amount: 1000, refunded_amount: 1 }, 'partially_refunded'],
    [{ paid_amount: 1000, refunded_amount: 999 }, 'partially_refunded'],
    [{ paid_amount: 1000, refunded_amount: 1000 }, 'refunded'],
    [{ paid_amount: 500, refunded_amount: 500 }, 'refunded'],
  ])('of 1000 with %j is %s', (amounts, status) => {
    expect(orderStatus({ total: 1000, ...amounts })).toBe(status)
  })

  test('is canceled only while nothing was paid', () => {
    expect(orderStatus({ total: 10, paid_amount: 0, refunded_amount: 0 }, true)).toBe('canceled')
    expect(orderStatus({ total: 10, paid_amount: 4, refunded_amount: 0 }, true)).toBe('partially_paid')
    expect(orderStatus({ total: 10, paid_amount: 10, refunded_amount: 0 }, true)).toBe('paid')
  })
})

test('can be paid only while an amount is missing', () => {
  expect(['awaiting_payment', 'partially_paid'].every(isPayable)).toBe(true)
  expect(['paid', 'partially_refunded', 'refunded', 'canceled'].some(isPayable)).toBe(false)
})

describe('orderTotals', () => {
  test('adds price, discount and tax of each line', () => {
    const lines = [
      { gross: 1000, discount: 0, tax: 0, withheld: 0 },
      { gross: 500, discount: 200, tax: 30, withheld: 0 },
    ]
    expect(orderTotals(lines)).toEqual({ nets: [1000, 330], total: 1330 })
  })
  test.each([
    { gross: 100, discount: 101, tax: 0, withheld: 0 },
    { gross: -1, discount: 0, tax: 0, withheld: 0 },
    { gross: 10.5, discount: 0, tax: 0, withheld: 0 },
    { gross: Number.NaN, discount: 0, tax: 0, withheld: 0 },
    { gross: 1e21, discount: 0, tax: 0, withheld: 0 },
  ])('refuses %j', (line) => {
    expect(() => orderTotals([line])).toThrow(RangeError)
  })
})
