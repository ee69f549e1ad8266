const admins = ['admin', 'account_user']

export const accessMatrix = {
  listDomains: admins,
  addDomain: admins,
  checkDomain: admins,
  releaseDomain: admins,
}
