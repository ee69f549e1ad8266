const everybody = ['visitor', 'student', 'teacher', 'admin', 'account_user']
const users = ['student', 'teacher', 'admin', 'account_user']
const staff = ['teacher', 'admin', 'account_user']
const admins = ['admin', 'account_user']

export const accessMatrix = {
  listLegalDocuments: everybody,
  getLegalDocument: everybody,
  listLegalDrafts: admins,
  saveLegalDraft: admins,
  publishLegalDocument: admins,
  getMyConsent: users,
  acceptLegalDocuments: users,
  setConsent: users,
  getUserConsent: staff,
  exportAcceptances: admins,
}
