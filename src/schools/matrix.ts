const everybody = ['visitor', 'student', 'teacher', 'admin', 'account_user']

export const accessMatrix = {
  customDomainDetails: everybody,
  schoolDetailsFromUrl: everybody,
  schoolDetailsFromId: everybody,
  allPaymentsPlan: everybody,
  schoolAddress: everybody,
  createSchool: everybody,
  getSchool: ['teacher', 'admin', 'account_user'],
  updateSchool: ['admin', 'account_user'],
  schoolOverview: ['teacher', 'admin', 'account_user'],
  getNotificationSettings: ['admin', 'account_user'],
  updateNotificationSettings: ['admin', 'account_user'],
  askForMySchools: everybody,
  findSchools: everybody,
  listAuditLog: ['admin', 'account_user'],
}
