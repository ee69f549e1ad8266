const users = ['student', 'teacher', 'admin', 'account_user']
const admins = ['admin', 'account_user']

export const accessMatrix = {
  requestDataExport: users,
  renewDataExport: users,
  getMyLatestExport: users,
  requestMyErasure: users,
  mailReauthLink: users,
  getUserData: admins,
  requestUserDataExport: admins,
  requestUserErasure: admins,
  cancelUserErasure: admins,
}
