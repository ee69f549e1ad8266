const admins = ['admin', 'account_user']

export const matrix = {
  listDomains: admins,
  addDomain: admins,
  checkDomain: admins,
  releaseDomain: admins,
}
