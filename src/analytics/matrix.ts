export const accessMatrix = {
  recordUsage: ['visitor', 'student', 'teacher', 'admin', 'account_user'],
}
