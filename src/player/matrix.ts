export const matrix = {
  openPlayer: ['student', 'teacher', 'admin', 'account_user'],
}
