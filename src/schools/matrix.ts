const everybody = ['visitor', 'student', 'teacher', 'admin', 'account_user']

export const accessMatrix = {
  getCustomDomainDetails: everybody,
  getSchoolDetailsByUrl: everybody,
  getSchoolDetailsById: everybody,
  checkSchoolAddress: everybody,
  createSchool: everybody,
  getSchool: ['teacher', 'admin', 'account_user'],
  updateSchool: ['admin', 'account_user'],
  getNotificationSettings: ['admin', 'account_user'],
  updateNotificationSettings: ['admin', 'account_user'],
  requestMySchoolsEmail: everybody,
  searchSchools: everybody,
  listAuditLog: ['admin', 'account_user'],
}
