const staff = ['teacher', 'admin', 'account_user']

export const accessMatrix = {
  askToJoin: ['student'],
  listMyCourses: ['student'],
  getDashboard: ['student'],
  checkStudent: ['student'],
  saveProgress: ['student'],
  studentHasAccess: ['student', ...staff],
  listStudentCourses: ['student', ...staff],
  listStudentEvents: ['student', ...staff],
  approveStudents: staff,
  changeStudentCourses: staff,
  setStudentTier: staff,
  setStudentsTier: staff,
  changeCourseStudents: staff,
  linkStudentsFile: staff,
  listCourseStudents: staff,
  listRequests: staff,
  listStudentsNotTaking: staff,
}
