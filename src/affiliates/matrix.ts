const everybody = ['visitor', 'student', 'teacher', 'admin', 'account_user']
const students = ['student']
const admins = ['admin', 'account_user']

export const accessMatrix = {
  recordAffiliateClick: everybody,
  previewReferral: everybody,
  getMyAffiliate: students,
  becomeAffiliate: students,
  listMyCommissions: students,
  listMyPayouts: students,
  listBanks: students,
  updateBankDetails: students,
  listAffiliates: admins,
  getAffiliate: admins,
  addAffiliate: admins,
  updateAffiliate: admins,
  listAffiliateCommissions: admins,
  listAffiliatePayouts: admins,
  recordAffiliatePayout: admins,
  getAffiliateSettings: admins,
  updateAffiliateSettings: admins,
}
