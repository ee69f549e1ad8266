const admins = ['admin', 'account_user']
const owners = ['account_user']

export const accessMatrix = {
  /** For support accounts, which have no role at the school. */
  startVisit: [],
  getMyVisit: admins,
  requestWriteAccess: admins,
  listVisits: admins,
  endVisit: owners,
}
