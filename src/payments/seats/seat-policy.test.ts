import { expect, test } from 'vitest'
import { refundOfSeats } from '#lib/money/refund-of-seats.ts'
import { freeSeats, seatState } from './seat-policy.ts'

test('a seat is free unless a person has it, or it was given back', () => {
  expect(freeSeats({ quantity: 5, refunded_quantity: 0 }, 0)).toBe(5)
  expect(freeSeats({ quantity: 5, refunded_quantity: 2 }, 3)).toBe(0)
})

test.each([
  [10_000, 3, 'USD'],
  [99_999, 7, 'NGN'],
  [1, 2, 'USD'],
  [1_000, 500, 'JPY'],
])('the refunds of all seats add up to the price: %i for %i', (net, quantity, currency) => {
  let sum = 0
  for (let refunded_quantity = 0; refunded_quantity < quantity; refunded_quantity++)
    sum += refundOfSeats({ quantity, refunded_quantity, net }, 1, currency)
  expect(sum).toBe(net)
  expect(refundOfSeats({ quantity, refunded_quantity: 0, net }, quantity, currency)).toBe(net)
})

test('a gift is scheduled until its day, waits for its mail, and is sent', () => {
  const now = new Date('2026-12-01T08:00:00Z')
  const seat = { state: 'invited', mail_due_at: new Date('2026-12-24T08:00:00Z'), mailed_at: null }
  expect(seatState(seat, now)).toBe('scheduled')
  expect(seatState({ ...seat, mail_due_at: now }, now)).toBe('waiting')
  expect(seatState({ ...seat, mail_due_at: null, mailed_at: now }, now)).toBe('sent')
  expect(seatState({ ...seat, mail_due_at: now, mailed_at: now }, now)).toBe('waiting')
  expect(seatState({ ...seat, state: 'taken' }, now)).toBe('taken')
})
