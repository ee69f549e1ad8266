/** Feature flags in use, with what they switch on. The demo schools have all of them. */
export const featureFlags = {
  upcoming_course_starts: 'Students see on their dashboard which of their courses start within two weeks.',
  start_in_calendar: 'Students who wait for a course to start can add the start to their calendar.',
} as const
