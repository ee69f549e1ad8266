export const accessMatrix = {
  requestUpload: ['student', 'teacher', 'admin', 'account_user'],
  completeUpload: ['student', 'teacher', 'admin', 'account_user'],
}
