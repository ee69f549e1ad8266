export const enrolmentStatuses = ['pending', 'approved', 'unapproved', 'expired', 'removed'] as const
export type EnrolmentStatus = (typeof enrolmentStatuses)[number]

/** The part of an enrolment that decides about the next step. */
export interface Enrolment {
  status: EnrolmentStatus
  tier: number | null
  student_approval_end_date: Date | null
  approved_at: Date | null
  /** A payment opened it: it is open only while an entitlement is live. */
  requires_entitlement: boolean
  /** Whether it needs no entitlement, or one is live. */
  is_entitled: boolean
}

/** End of an approval; null for none. `chosen` by a person, who may change a current end. */
export interface ApprovalEnd {
  endsAt: Date | null
  isChosenByStaff: boolean
}

/** A change of an enrolment. */
export type EnrolmentStep =
  | { kind: 'ask'; approval: 'at_once' | 'wait'; end: ApprovalEnd }
  /** A payment gave the student an entitlement. */
  | { kind: 'pay'; approval: 'at_once' | 'wait'; end: ApprovalEnd; tier: number | null }
  /** An entitlement was revoked. */
  | { kind: 'refund' }
  | { kind: 'add'; end: ApprovalEnd }
  | { kind: 'approve'; end: ApprovalEnd }
  | { kind: 'unapprove' }
  | { kind: 'decline' }
  | { kind: 'remove' }
  | { kind: 'end_access' }
  | { kind: 'end_course' }

/** A new value, the same value, or a declared refusal. */
export type EnrolmentTransition =
  | { kind: 'changed'; enrolment: Enrolment }
  | { kind: 'unchanged'; enrolment: Enrolment }
  | { kind: 'refused'; code: 'not_enrolled' | 'enrolment_removed' | 'end_date_passed' | 'not_pending' }

const fresh: Omit<Enrolment, 'status'> = {
  tier: null,
  student_approval_end_date: null,
  approved_at: null,
  requires_entitlement: false,
  is_entitled: true,
}

/** Effective status at `now`: an approval ends at its time or with its entitlement, before the row is updated. */
export function enrolmentStatusAt(
  {
    status,
    student_approval_end_date: end,
    is_entitled,
  }: Pick<Enrolment, 'status' | 'student_approval_end_date' | 'is_entitled'>,
  now: Date,
): EnrolmentStatus {
  const hasEnded = !is_entitled || (end !== null && end <= now)
  return status === 'approved' && hasEnded ? 'expired' : status
}

/** Applies `step` to an enrolment at `now`; null means no enrolment. */
export function applyEnrolmentStep(
  enrolment: Enrolment | null,
  step: EnrolmentStep,
  now: Date,
): EnrolmentTransition {
  const status = enrolment && enrolmentStatusAt(enrolment, now)
  switch (step.kind) {
    case 'ask':
      return ask(enrolment, step, now)
    case 'pay':
      return pay(enrolment, step, now)
    case 'refund':
      return refund(enrolment)
    case 'add':
      return approved(enrolment, step.end, now)
    case 'approve':
      if (!enrolment) return { kind: 'refused', code: 'not_enrolled' }
      if (status === 'removed') return { kind: 'refused', code: 'enrolment_removed' }
      return approved(enrolment, step.end, now)
    case 'unapprove':
      if (!enrolment) return { kind: 'refused', code: 'not_enrolled' }
      if (status === 'removed') return { kind: 'refused', code: 'enrolment_removed' }
      return become(enrolment, 'unapproved')
    case 'decline':
      if (!enrolment) return { kind: 'refused', code: 'not_enrolled' }
      if (status !== 'pending' && status !== 'unapproved') return { kind: 'refused', code: 'not_pending' }
      return become(enrolment, 'unapproved')
    case 'remove':
      if (!enrolment) return { kind: 'refused', code: 'not_enrolled' }
      return become(enrolment, 'removed')
    case 'end_access':
      if (!enrolment) return { kind: 'refused', code: 'not_enrolled' }
      return status === 'expired' ? become(enrolment, 'expired') : { kind: 'unchanged', enrolment }
    case 'end_course':
      if (!enrolment) return { kind: 'refused', code: 'not_enrolled' }
      return status === 'approved' ? become(enrolment, 'unapproved') : { kind: 'unchanged', enrolment }
  }
}

/**
 * Automatic approval is for new and pending students only. A student whose approval was withdrawn or expired
 * waits for staff; otherwise a new request would undo that.
 */
function ask(
  enrolment: Enrolment | null,
  step: { approval: 'at_once' | 'wait'; end: ApprovalEnd },
  now: Date,
): EnrolmentTransition {
  const status = enrolment && enrolmentStatusAt(enrolment, now)
  if (enrolment && status === 'approved') return { kind: 'unchanged', enrolment }
  const waits = status === null || status === 'pending'
  if (waits && step.approval === 'at_once') return approved(enrolment, step.end, now)
  if (enrolment && status === 'pending') return { kind: 'unchanged', enrolment }
  return {
    kind: 'changed',
    enrolment: { ...fresh, ...enrolment, status: 'pending', student_approval_end_date: null },
  }
}

/**
 * Opens an enrolment because of a payment, or lets it wait for staff. An approval by staff stays as it is, except that a
 * higher tier counts.
 */
function pay(
  enrolment: Enrolment | null,
  step: { approval: 'at_once' | 'wait'; end: ApprovalEnd; tier: number | null },
  now: Date,
): EnrolmentTransition {
  const tier = paidTier(enrolment, step.tier, now)
  if (enrolment && enrolmentStatusAt(enrolment, now) === 'approved')
    return tier === enrolment.tier
      ? { kind: 'unchanged', enrolment }
      : { kind: 'changed', enrolment: { ...enrolment, tier } }
  const paid: Enrolment = {
    ...fresh,
    ...enrolment,
    tier,
    status: 'pending',
    student_approval_end_date: null,
    requires_entitlement: true,
    is_entitled: true,
  }
  if (step.approval === 'at_once') return approved(paid, step.end, now)
  const isWaiting =
    enrolment?.status === 'pending' && enrolment.requires_entitlement && enrolment.tier === tier
  return isWaiting ? { kind: 'unchanged', enrolment } : { kind: 'changed', enrolment: paid }
}

/** Tier after a payment: the higher one while the enrolment is open or waits; an earlier one does not come back. */
function paidTier(enrolment: Enrolment | null, paid: number | null, now: Date): number | null {
  if (!enrolment || paid === null) return paid ?? enrolment?.tier ?? null
  const status = enrolmentStatusAt(enrolment, now)
  const isCurrent = status === 'approved' || status === 'pending'
  return isCurrent ? Math.max(enrolment.tier ?? 0, paid) : paid
}

/** Closes what a payment opened, unless another entitlement is live. */
function refund(enrolment: Enrolment | null): EnrolmentTransition {
  if (!enrolment) return { kind: 'refused', code: 'not_enrolled' }
  const isOpen = enrolment.status === 'approved' || enrolment.status === 'pending'
  return isOpen && !enrolment.is_entitled ? become(enrolment, 'unapproved') : { kind: 'unchanged', enrolment }
}

function approved(
  enrolment: Enrolment | null,
  { endsAt, isChosenByStaff }: ApprovalEnd,
  now: Date,
): EnrolmentTransition {
  if (endsAt && endsAt <= now) return { kind: 'refused', code: 'end_date_passed' }
  if (enrolment && enrolmentStatusAt(enrolment, now) === 'approved') {
    if (!isChosenByStaff || enrolment.student_approval_end_date?.getTime() === endsAt?.getTime())
      return { kind: 'unchanged', enrolment }
    return { kind: 'changed', enrolment: { ...enrolment, student_approval_end_date: endsAt } }
  }
  const changed: Enrolment = {
    ...fresh,
    ...enrolment,
    status: 'approved',
    student_approval_end_date: endsAt,
    approved_at: now,
    // Staff open it for everybody else: without a live entitlement the approval is theirs.
    requires_entitlement: enrolment !== null && enrolment.requires_entitlement && enrolment.is_entitled,
    is_entitled: true,
  }
  return { kind: 'changed', enrolment: changed }
}

/** An expired enrolment keeps the end date of its approval. */
function become(enrolment: Enrolment, status: 'unapproved' | 'expired' | 'removed'): EnrolmentTransition {
  if (enrolment.status === status) return { kind: 'unchanged', enrolment }
  const end = status === 'expired' ? enrolment.student_approval_end_date : null
  return { kind: 'changed', enrolment: { ...enrolment, status, student_approval_end_date: end } }
}
