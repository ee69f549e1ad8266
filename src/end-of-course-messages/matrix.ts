const staff = ['teacher', 'admin', 'account_user']

export const accessMatrix = {
  sendEndMessage: ['student'],
  replyToEndMessage: staff,
  listEndThreads: staff,
  listEndMessages: ['student', ...staff],
}
