/** Kinds that a person may turn off, and whether they are mailed. All other kinds are always sent. */
export const optionalNotificationKinds = {
  approval_to_course: { to: 'student', mail: true },
  unapproval_to_course: { to: 'student', mail: true },
  decline_of_request: { to: 'student', mail: true },
  end_of_access_to_course: { to: 'student', mail: true },
  deletion_from_course: { to: 'student', mail: true },
  higher_tier_in_course: { to: 'student', mail: true },
  lower_tier_in_course: { to: 'student', mail: true },
  // Its mail is requested on the course's page and contains an unsubscribe link.
  opening_of_course: { to: 'student', mail: false },
  end_of_course_reply: { to: 'student', mail: false },
  reply_to_review: { to: 'student', mail: false },
  assistant_correction: { to: 'student', mail: false },
  join_requests: { to: 'staff', mail: true },
  end_of_course_message: { to: 'staff', mail: false },
  review_of_course: { to: 'staff', mail: false },
} as const

export type OptionalNotificationKind = keyof typeof optionalNotificationKinds

export const optionalNotificationKindNames = Object.keys(optionalNotificationKinds) as [
  OptionalNotificationKind,
  ...OptionalNotificationKind[],
]
