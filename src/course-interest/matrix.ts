const staff = ['teacher', 'admin', 'account_user']

export const accessMatrix = {
  tellMe: ['visitor', 'student', ...staff],
  getMyInterest: ['student'],
  stopTelling: ['visitor', 'student', ...staff],
  countInterest: staff,
}
