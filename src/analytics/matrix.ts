export const accessMatrix = {
  logVisit: ['visitor', 'student', 'teacher', 'admin', 'account_user'],
}
