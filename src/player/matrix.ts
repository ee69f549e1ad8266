export const accessMatrix = {
  openPlayer: ['student', 'teacher', 'admin', 'account_user'],
}
