export const enrolmentStatuses = ['pending', 'approved', 'unapproved', 'expired', 'removed'] as const
export type EnrolmentStatus = (typeof enrolmentStatuses)[number]

/** A student's place in a course, as far as it decides what may happen next. */
export interface Enrolment {
  status: EnrolmentStatus
  tier: number | null
  student_approval_end_date: Date | null
  approved_at: Date | null
}

/** When an approval ends; null is never. `chosen` by a person, who may move the end of one that runs already. */
export interface ApprovalEnd {
  until: Date | null
  chosen: boolean
}

/** Something that happens to an enrolment. */
export type EnrolmentStep =
  | { kind: 'ask'; approval: 'at_once' | 'wait'; end: ApprovalEnd }
  | { kind: 'add'; end: ApprovalEnd }
  | { kind: 'approve'; end: ApprovalEnd }
  | { kind: 'unapprove' }
  | { kind: 'remove' }
  | { kind: 'end_access' }
  | { kind: 'end_course' }

/** A new value, the same value, or a declared reason why not. */
export type EnrolmentTransition =
  | { kind: 'changed'; enrolment: Enrolment }
  | { kind: 'unchanged'; enrolment: Enrolment }
  | { kind: 'refused'; code: 'not_enrolled' | 'enrolment_removed' | 'end_date_passed' }

const fresh: Omit<Enrolment, 'status'> = { tier: null, student_approval_end_date: null, approved_at: null }

/** The status as it really is at `now`: an approval is over on the instant, whenever the row is told so. */
export function enrolmentStatusAt(
  { status, student_approval_end_date: end }: Pick<Enrolment, 'status' | 'student_approval_end_date'>,
  now: Date,
): EnrolmentStatus {
  return status === 'approved' && end !== null && end <= now ? 'expired' : status
}

/** What `step` makes of an enrolment at `now`; null is a student who was never in the course. */
export function applyEnrolmentStep(
  enrolment: Enrolment | null,
  step: EnrolmentStep,
  now: Date,
): EnrolmentTransition {
  const status = enrolment && enrolmentStatusAt(enrolment, now)
  switch (step.kind) {
    case 'ask':
      return ask(enrolment, step, now)
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
 * Only who is new or still waits can be approved by asking. Whoever lost a place, by a person's word or by
 * its end, waits for a person, or asking again would undo that.
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

function approved(
  enrolment: Enrolment | null,
  { until, chosen }: ApprovalEnd,
  now: Date,
): EnrolmentTransition {
  if (until && until <= now) return { kind: 'refused', code: 'end_date_passed' }
  if (enrolment && enrolmentStatusAt(enrolment, now) === 'approved') {
    if (!chosen || enrolment.student_approval_end_date?.getTime() === until?.getTime())
      return { kind: 'unchanged', enrolment }
    return { kind: 'changed', enrolment: { ...enrolment, student_approval_end_date: until } }
  }
  const changed: Enrolment = {
    ...fresh,
    ...enrolment,
    status: 'approved',
    student_approval_end_date: until,
    approved_at: now,
  }
  return { kind: 'changed', enrolment: changed }
}

/** The end date of an approval stays with an expired enrolment, which shows when it ended. */
function become(enrolment: Enrolment, status: 'unapproved' | 'expired' | 'removed'): EnrolmentTransition {
  if (enrolment.status === status) return { kind: 'unchanged', enrolment }
  const end = status === 'expired' ? enrolment.student_approval_end_date : null
  return { kind: 'changed', enrolment: { ...enrolment, status, student_approval_end_date: end } }
}
