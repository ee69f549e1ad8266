const staff = ['teacher', 'admin', 'account_user']

export const matrix = {
  sendEndMessage: ['student'],
  replyToEndMessage: staff,
  listEndThreads: staff,
  listEndMessages: ['student', ...staff],
}
