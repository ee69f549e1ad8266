const admins = ['admin', 'account_user']

export const accessMatrix = {
  getOnboardingChecklist: admins,
  dismissOnboardingChecklist: admins,
  addSampleCourse: admins,
  deleteSampleCourse: admins,
  keepSampleCourse: admins,
}
