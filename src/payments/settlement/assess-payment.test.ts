import { expect, test } from 'vitest'
import { assessPayment } from './assess-payment.ts'

const expected = { reference: 'r1', currency: 'NGN', mode: 'live' }
const order = { total: 1000, paid_amount: 0, isClosed: false }
const assess = (reported: object, of: object = {}) =>
  assessPayment(expected, { ...expected, amount: 1000, ...reported }, { ...order, ...of })

test.each([
  ['the exact amount', {}, {}, { applied: 1000, excess: 0, completes: true }],
  ['a currency in lower case', { currency: 'ngn' }, {}, { applied: 1000, excess: 0, completes: true }],
  ['one unit less', { amount: 999 }, {}, { applied: 999, excess: 0, completes: false }],
  ['one unit more', { amount: 1001 }, {}, { applied: 1000, excess: 1, completes: true }],
  ['the missing part', { amount: 400 }, { paid_amount: 600 }, { applied: 400, excess: 0, completes: true }],
  ['a second payment', {}, { paid_amount: 1000 }, { applied: 0, excess: 1000, completes: false }],
  ['a payment of a closed order', {}, { isClosed: true }, { applied: 0, excess: 1000, completes: false }],
])('accepts %s', (_name, reported, of, result) => {
  expect(assess(reported, of)).toEqual({ kind: 'accepted', ...result })
})

test.each([
  ['reference', { reference: 'r2' }],
  ['currency', { currency: 'USD' }],
  ['mode', { mode: 'test' }],
])('quarantines another %s', (reason, reported) => {
  expect(assess(reported)).toEqual({ kind: 'quarantined', reason })
})
