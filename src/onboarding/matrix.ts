const admins = ['admin', 'account_user']

export const matrix = {
  userJourney: admins,
  dismissFirstSteps: admins,
  addSample: admins,
  removeSample: admins,
  keepSample: admins,
}
