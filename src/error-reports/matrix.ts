export const accessMatrix = {
  sendErrorReport: ['visitor', 'student', 'teacher', 'admin', 'account_user'],
  sendErrorRecording: ['student', 'teacher', 'admin', 'account_user'],
}
