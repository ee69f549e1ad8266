const everybody = ['visitor', 'student', 'teacher', 'admin', 'account_user']
const users = ['student', 'teacher', 'admin', 'account_user']
const staff = ['teacher', 'admin', 'account_user']
const admins = ['admin', 'account_user']
const owners = ['account_user']

export const matrix = {
  loginStudent: everybody,
  loginTeacher: everybody,
  loginAdmin: everybody,
  askForMagicLink: everybody,
  checkUserEmail: everybody,
  registerStudent: everybody,
  registerTeacher: everybody,
  registerAdmin: everybody,
  acceptTeacherInvitation: everybody,
  readInvitation: everybody,
  resetPassword: everybody,
  createPassword: everybody,
  logout: users,
  listSessions: users,
  revokeSession: users,
  handoff: users,

  listSignInIssuers: everybody,
  startSignIn: everybody,
  finishSignIn: everybody,
  readSignInProof: everybody,
  getSchoolIssuer: admins,
  setSchoolIssuer: admins,
  removeSchoolIssuer: admins,

  me: users,
  userDetails: users,
  schoolUserDetails: staff,
  updateUser: users,
  changePassword: users,
  listAdmins: admins,
  listTeachers: staff,
  listStudents: staff,
  invite: admins,
  listInvitations: admins,
  resendInvitation: admins,
  revokeInvitation: admins,

  registerAccount: everybody,
  loginAccount: everybody,
  logoutAccount: owners,
  myAccount: owners,
  changeAccountPassword: owners,
  listMySchools: owners,
  enterSchool: owners,
  resetAccountPassword: everybody,
  createAccountPassword: everybody,
}
