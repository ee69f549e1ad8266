const admins = ['admin', 'account_user']

export const accessMatrix = {
  userJourney: admins,
  dismissFirstSteps: admins,
  addSample: admins,
  removeSample: admins,
  keepSample: admins,
}
