const staff = ['teacher', 'admin', 'account_user']

export const accessMatrix = {
  sendEndOfCourseMessage: ['student'],
  replyToEndOfCourseMessage: staff,
  listEndOfCourseThreads: staff,
  listEndOfCourseMessages: ['student', ...staff],
}
