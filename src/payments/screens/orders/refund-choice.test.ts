import { expect, test } from 'vitest'
import { accessEffect, lineRemainder } from './refund-choice.ts'

test('a line can be refunded up to its rest, and up to the rest of the order', () => {
  expect(lineRemainder({ net: 1000, refunded_amount: 0 }, { refundable_amount: 1000 })).toBe(1000)
  expect(lineRemainder({ net: 1000, refunded_amount: 400 }, { refundable_amount: 600 })).toBe(600)
  // A refund of 700 is on its way.
  expect(lineRemainder({ net: 1000, refunded_amount: 0 }, { refundable_amount: 300 })).toBe(300)
})

test('a full refund ends the access, a part only if staff choose so', () => {
  expect(accessEffect(1000, { remainder: 1000, ends_access: false })).toBe('ends')
  expect(accessEffect(999, { remainder: 1000, ends_access: false })).toBe('stays')
  expect(accessEffect(1, { remainder: 1000, ends_access: true })).toBe('ends')
})
