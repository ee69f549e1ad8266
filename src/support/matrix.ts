const admins = ['admin', 'account_user']
const owners = ['account_user']

export const accessMatrix = {
  /** The platform's own, whom no role tells. */
  startVisit: [],
  getMyVisit: admins,
  requestWriteAccess: admins,
  listVisits: admins,
  endVisit: owners,
}
