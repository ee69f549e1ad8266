const admins = ['admin', 'account_user']
const owners = ['account_user']

export const accessMatrix = {
  /** The platform's own, whom no role tells. */
  visitSchool: [],
  myVisit: admins,
  raiseVisit: admins,
  listVisits: admins,
  endVisit: owners,
}
