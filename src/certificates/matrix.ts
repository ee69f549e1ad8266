const admins = ['admin', 'account_user']
const users = ['student', 'teacher', 'admin', 'account_user']

export const accessMatrix = {
  createSchoolCertificate: admins,
  updateSchoolCertificate: admins,
  getSchoolCertificate: admins,
  deleteSchoolCertificate: admins,
  listSchoolCertificates: admins,
  previewSchoolCertificate: admins,
  listCertificateRules: admins,
  createCertificateRule: admins,
  previewCertificateRule: admins,
  deleteCertificateRule: admins,
  createStudentCertificate: admins,
  assignCertificates: admins,
  correctCertificate: admins,
  revokeCertificate: admins,
  listStudentCertificates: users,
  listCertificates: admins,
  getCertificate: ['visitor', ...users],
  setCertificatePrivacy: ['student'],
  requestCertificate: ['student'],
  listCertificateRequests: admins,
  listMyCertificateRequests: ['student'],
  decideCertificateRequest: admins,
}
