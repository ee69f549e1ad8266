import { describe, expect, test } from 'vitest'
import { returnState, type OwnOrder } from './return-state.ts'

type Line = OwnOrder['lines'][number]

const order = (
  status: OwnOrder['status'],
  enrolment_status: Line['courses'][number]['enrolment_status'] = null,
  is_awaiting_provider = false,
) => ({ status, is_awaiting_provider, lines: [{ kind: 'course', courses: [{ enrolment_status }] } as Line] })

const polling = { hasLeft: false, isPolling: true }
const done = { hasLeft: false, isPolling: false }
const left = { hasLeft: true, isPolling: true }

describe('the return page', () => {
  test.each([
    ['approved', 'open'],
    ['pending', 'waiting_for_staff'],
    ['unapproved', 'not_enrolled'],
    ['removed', 'not_enrolled'],
    [null, 'not_enrolled'],
  ] as const)('of a paid order with the enrolment %s says %s', (enrolment, state) => {
    expect(returnState(order('paid', enrolment), done)).toBe(state)
    expect(returnState(order('partially_refunded', enrolment), left)).toBe(state)
  })

  test('waits for the provider, and stops after the last question', () => {
    const waiting = order('awaiting_payment', null, true)
    expect(returnState(waiting, polling)).toBe('checking')
    expect(returnState(waiting, done)).toBe('not_confirmed')
    expect(returnState(waiting, left)).toBe('abandoned')
  })

  test('says that a payment failed once the provider has answered', () => {
    expect(returnState(order('awaiting_payment'), polling)).toBe('failed')
    expect(returnState(order('awaiting_payment'), left)).toBe('failed')
  })

  test('names a part of the price, a refund and a canceled order', () => {
    expect(returnState(order('partially_paid', null, true), polling)).toBe('checking')
    expect(returnState(order('partially_paid'), polling)).toBe('partial')
    expect(returnState(order('refunded'), done)).toBe('refunded')
    expect(returnState(order('canceled'), done)).toBe('canceled')
  })
})
