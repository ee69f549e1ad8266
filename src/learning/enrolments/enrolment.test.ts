import { describe, expect, test } from 'vitest'
import {
  enrolmentStatusAt,
  enrolmentStatuses,
  applyEnrolmentStep,
  type Enrolment,
  type EnrolmentStatus,
  type EnrolmentStep,
} from './enrolment.ts'

const now = new Date('2026-11-21T09:00:00Z')
const earlier = new Date('2026-11-21T08:59:59.999Z')
const later = new Date('2026-12-21T09:00:00Z')
const muchLater = new Date('2027-12-21T09:00:00Z')

const enrolment = (given: Partial<Enrolment> & { status: EnrolmentStatus }): Enrolment => ({
  tier: null,
  student_approval_end_date: null,
  approved_at: null,
  requires_entitlement: false,
  is_entitled: true,
  ...given,
})

const forever = { endsAt: null, isChosenByStaff: false }
const steps = {
  askAtOnce: { kind: 'ask', approval: 'at_once', end: forever },
  askAndWait: { kind: 'ask', approval: 'wait', end: forever },
  add: { kind: 'add', end: forever },
  approve: { kind: 'approve', end: forever },
  unapprove: { kind: 'unapprove' },
  remove: { kind: 'remove' },
  endAccess: { kind: 'end_access' },
  endCourse: { kind: 'end_course' },
  payAtOnce: { kind: 'pay', approval: 'at_once', end: forever, tier: null },
  payAndWait: { kind: 'pay', approval: 'wait', end: forever, tier: null },
  refund: { kind: 'refund' },
} satisfies Record<string, EnrolmentStep>

const same = 'unchanged'
/**
 * Result of each step for each status: a new status, no change, or a refusal. `over` is approved, but past its
 * end.
 */
const table: Record<EnrolmentStatus | 'none' | 'over', Record<keyof typeof steps, string>> = {
  none: {
    askAtOnce: 'approved',
    askAndWait: 'pending',
    add: 'approved',
    approve: '!not_enrolled',
    unapprove: '!not_enrolled',
    remove: '!not_enrolled',
    endAccess: '!not_enrolled',
    endCourse: '!not_enrolled',
    payAtOnce: 'approved',
    payAndWait: 'pending',
    refund: '!not_enrolled',
  },
  pending: {
    askAtOnce: 'approved',
    askAndWait: same,
    add: 'approved',
    approve: 'approved',
    unapprove: 'unapproved',
    remove: 'removed',
    endAccess: same,
    endCourse: same,
    payAtOnce: 'approved',
    payAndWait: 'pending',
    refund: same,
  },
  approved: {
    askAtOnce: same,
    askAndWait: same,
    add: same,
    approve: same,
    unapprove: 'unapproved',
    remove: 'removed',
    endAccess: same,
    endCourse: 'unapproved',
    payAtOnce: same,
    payAndWait: same,
    refund: same,
  },
  over: {
    askAtOnce: 'pending',
    askAndWait: 'pending',
    add: 'approved',
    approve: 'approved',
    unapprove: 'unapproved',
    remove: 'removed',
    endAccess: 'expired',
    endCourse: same,
    payAtOnce: 'approved',
    payAndWait: 'pending',
    refund: same,
  },
  unapproved: {
    askAtOnce: 'pending',
    askAndWait: 'pending',
    add: 'approved',
    approve: 'approved',
    unapprove: same,
    remove: 'removed',
    endAccess: same,
    endCourse: same,
    payAtOnce: 'approved',
    payAndWait: 'pending',
    refund: same,
  },
  expired: {
    askAtOnce: 'pending',
    askAndWait: 'pending',
    add: 'approved',
    approve: 'approved',
    unapprove: 'unapproved',
    remove: 'removed',
    endAccess: same,
    endCourse: same,
    payAtOnce: 'approved',
    payAndWait: 'pending',
    refund: same,
  },
  removed: {
    askAtOnce: 'pending',
    askAndWait: 'pending',
    add: 'approved',
    approve: '!enrolment_removed',
    unapprove: '!enrolment_removed',
    remove: same,
    endAccess: same,
    endCourse: same,
    payAtOnce: 'approved',
    payAndWait: 'pending',
    refund: same,
  },
}

const start = (from: keyof typeof table): Enrolment | null => {
  if (from === 'none') return null
  if (from === 'over')
    return enrolment({ status: 'approved', student_approval_end_date: now, approved_at: earlier })
  return enrolment({ status: from })
}

describe.each(Object.keys(table) as (keyof typeof table)[])('%s', (from) => {
  test.each(Object.keys(steps) as (keyof typeof steps)[])('%s', (name) => {
    const before = start(from)
    const copy = structuredClone(before)
    const outcome = applyEnrolmentStep(before, steps[name], now)
    const said =
      outcome.kind === 'refused'
        ? `!${outcome.code}`
        : outcome.kind === 'changed'
          ? outcome.enrolment.status
          : same
    expect(said).toBe(table[from][name])
    expect(outcome.kind === 'unchanged' ? outcome.enrolment : before).toBe(before)
    expect(before).toEqual(copy)
  })
})

test('covers every status', () => {
  expect(Object.keys(table).sort()).toEqual([...enrolmentStatuses, 'none', 'over'].sort())
})

test('stores end and time of an approval, and clears the end on withdrawal', () => {
  const pending = enrolment({ status: 'pending', tier: 2 })
  const outcome = applyEnrolmentStep(
    pending,
    { kind: 'approve', end: { endsAt: later, isChosenByStaff: true } },
    now,
  )
  const approved = enrolment({
    status: 'approved',
    tier: 2,
    student_approval_end_date: later,
    approved_at: now,
  })
  expect(outcome).toEqual({ kind: 'changed', enrolment: approved })
  const withdrawn = enrolment({ status: 'unapproved', tier: 2, approved_at: now })
  expect(applyEnrolmentStep(approved, { kind: 'unapprove' }, now)).toEqual({
    kind: 'changed',
    enrolment: withdrawn,
  })
})

test('moves the end of a current approval only to an explicit end', () => {
  const approved = enrolment({ status: 'approved', student_approval_end_date: later, approved_at: earlier })
  const moved = applyEnrolmentStep(
    approved,
    { kind: 'approve', end: { endsAt: muchLater, isChosenByStaff: true } },
    now,
  )
  const expected = { ...approved, student_approval_end_date: muchLater }
  expect(moved).toEqual({ kind: 'changed', enrolment: expected })
  for (const end of [
    { endsAt: muchLater, isChosenByStaff: false },
    { endsAt: later, isChosenByStaff: true },
  ])
    expect(applyEnrolmentStep(approved, { kind: 'approve', end }, now).kind).toBe('unchanged')
  const opened = applyEnrolmentStep(
    approved,
    { kind: 'add', end: { endsAt: null, isChosenByStaff: true } },
    now,
  )
  expect(opened).toEqual({ kind: 'changed', enrolment: { ...approved, student_approval_end_date: null } })
})

test('refuses an end that is not in the future', () => {
  for (const endsAt of [earlier, now])
    expect(
      applyEnrolmentStep(
        enrolment({ status: 'pending' }),
        { kind: 'approve', end: { endsAt, isChosenByStaff: true } },
        now,
      ),
    ).toEqual({
      kind: 'refused',
      code: 'end_date_passed',
    })
})

test('ends an approval exactly at its end; other statuses have no end', () => {
  for (const [end, expected] of [
    [earlier, 'expired'],
    [now, 'expired'],
    [later, 'approved'],
    [null, 'approved'],
  ] as const)
    expect(enrolmentStatusAt(enrolment({ status: 'approved', student_approval_end_date: end }), now)).toBe(
      expected,
    )
  for (const status of enrolmentStatuses.filter((each) => each !== 'approved'))
    expect(enrolmentStatusAt(enrolment({ status, student_approval_end_date: earlier }), now)).toBe(status)
})

describe('a paid enrolment', () => {
  const paid = enrolment({ status: 'approved', approved_at: earlier, requires_entitlement: true })
  const revoked = { ...paid, is_entitled: false }
  const apply = (before: Enrolment | null, step: EnrolmentStep) => applyEnrolmentStep(before, step, now)

  test('needs an entitlement, and ends with it', () => {
    expect(apply(null, steps.payAtOnce)).toEqual({
      kind: 'changed',
      enrolment: { ...paid, approved_at: now },
    })
    expect(enrolmentStatusAt(paid, now)).toBe('approved')
    expect(enrolmentStatusAt(revoked, now)).toBe('expired')
  })

  test('waits for staff, and still needs its entitlement after their approval', () => {
    const waiting = enrolment({ status: 'pending', requires_entitlement: true })
    expect(apply(null, steps.payAndWait)).toEqual({ kind: 'changed', enrolment: waiting })
    expect(apply(waiting, steps.payAndWait).kind).toBe('unchanged')
    expect(apply(waiting, steps.approve)).toMatchObject({
      enrolment: { status: 'approved', requires_entitlement: true },
    })
  })

  test('closes on a refund unless another entitlement is live', () => {
    expect(apply(revoked, steps.refund)).toMatchObject({
      kind: 'changed',
      enrolment: { status: 'unapproved' },
    })
    expect(apply({ ...revoked, status: 'pending' }, steps.refund)).toMatchObject({
      enrolment: { status: 'unapproved' },
    })
    expect(apply(paid, steps.refund).kind).toBe('unchanged')
  })

  test('becomes an approval of the staff when they approve after the refund', () => {
    const closed: Enrolment = { ...revoked, status: 'unapproved' }
    for (const step of [steps.approve, steps.add])
      expect(apply(closed, step)).toMatchObject({
        enrolment: { status: 'approved', requires_entitlement: false, is_entitled: true },
      })
  })

  test('opens again when it is paid again', () => {
    expect(apply({ ...revoked, status: 'unapproved' }, steps.payAtOnce)).toMatchObject({
      enrolment: { status: 'approved', requires_entitlement: true },
    })
    expect(apply(revoked, steps.payAtOnce)).toMatchObject({ kind: 'changed' })
  })

  test('leaves an approval of the staff as it is', () => {
    const byStaff = enrolment({ status: 'approved', approved_at: earlier })
    expect(apply(byStaff, steps.payAtOnce).kind).toBe('unchanged')
    expect(apply(byStaff, steps.refund).kind).toBe('unchanged')
  })
})
