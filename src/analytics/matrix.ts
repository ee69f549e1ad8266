export const matrix = {
  logVisit: ['visitor', 'student', 'teacher', 'admin', 'account_user'],
}
