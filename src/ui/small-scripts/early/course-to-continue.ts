interface Course {
  no_access_reason: string | null
  completed_at: string | null
  progress: { total: number }
}

/** The course that a student continues: the one opened last, if it is open and not completed; lists have that order. */
export const courseToContinue = <C extends Course>(courses: readonly C[]): C | undefined =>
  courses.find(
    ({ no_access_reason, completed_at, progress }) =>
      no_access_reason === null && completed_at === null && progress.total > 0,
  )
