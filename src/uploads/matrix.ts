export const accessMatrix = {
  requestUpload: ['student', 'teacher', 'admin', 'account_user'],
  finaliseUpload: ['student', 'teacher', 'admin', 'account_user'],
}
