const everybody = ['visitor', 'student', 'teacher', 'admin', 'account_user']
const users = ['student', 'teacher', 'admin', 'account_user']
const staff = ['teacher', 'admin', 'account_user']
const admins = ['admin', 'account_user']

export const accessMatrix = {
  listTexts: everybody,
  showText: everybody,
  listDrafts: admins,
  saveDraft: admins,
  publishText: admins,
  myConsent: users,
  acceptTexts: users,
  changeConsent: users,
  consentOfPerson: staff,
  acceptancesFile: admins,
}
