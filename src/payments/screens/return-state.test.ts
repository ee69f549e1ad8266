import { describe, expect, test } from 'vitest'
import { payableItem, returnState, type OwnOrder } from './return-state.ts'

type Line = OwnOrder['lines'][number]

const order = (
  status: OwnOrder['status'],
  enrolment_status: Line['courses'][number]['enrolment_status'] = null,
  is_awaiting_provider = false,
) => ({
  status,
  is_awaiting_provider,
  lines: [{ kind: 'course', purpose: 'self', courses: [{ enrolment_status }] } as Line],
})

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

  test.each(['gift', 'seats'] as const)('of a paid order of %s leads to its page', (purpose) => {
    const lines = [{ kind: 'course', purpose, courses: [{ enrolment_status: null }] } as Line]
    expect(returnState({ ...order('paid'), lines }, done)).toBe(purpose)
  })

  test('of a trial says that it has begun, or that its card is missing', () => {
    const lines = [
      { kind: 'plan', purpose: 'self', gross: 0, courses: [{ enrolment_status: 'approved' }] } as Line,
    ]
    expect(returnState({ ...order('paid'), lines }, done)).toBe('trial')
    expect(returnState({ ...order('awaiting_payment', null, true), lines }, polling)).toBe('checking_card')
    expect(returnState({ ...order('awaiting_payment', null, true), lines }, done)).toBe('no_card')
    expect(returnState({ ...order('awaiting_payment'), lines }, polling)).toBe('no_card')
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

describe('an unpaid order is paid again', () => {
  const line = (values: Partial<Line>) =>
    payableItem({
      id: 'order',
      lines: [
        { kind: 'course', course_id: null, plan_id: null, tier: null, purpose: 'self', ...values } as Line,
      ],
    })

  test('as the same course and tier', () => {
    expect(line({ kind: 'tier', course_id: 'course', tier: 2 })).toEqual({ course_id: 'course', tier: 2 })
  })

  test('as the same plan', () => {
    expect(line({ kind: 'plan', plan_id: 'plan' })).toEqual({ plan_id: 'plan' })
  })

  test('by its order if it is for others', () => {
    expect(line({ course_id: 'course', purpose: 'gift' })).toEqual({ order_id: 'order' })
    expect(line({ course_id: 'course', purpose: 'seats' })).toEqual({ order_id: 'order' })
  })

  test('not here if it is a later payment of a plan', () => {
    expect(line({ kind: 'plan_period', plan_id: 'plan' })).toBeNull()
    expect(payableItem(undefined)).toBeNull()
  })
})
