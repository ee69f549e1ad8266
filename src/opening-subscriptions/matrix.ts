const staff = ['teacher', 'admin', 'account_user']

export const accessMatrix = {
  subscribeToOpening: ['visitor', 'student', ...staff],
  getMyInterest: ['student'],
  unsubscribeFromOpening: ['visitor', 'student', ...staff],
  countInterest: staff,
}
