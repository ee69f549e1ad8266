const staff = ['teacher', 'admin', 'account_user']

export const accessMatrix = {
  requestEnrolment: ['student'],
  listMyCourses: ['student'],
  getDashboard: ['student'],
  getMyEnrolment: ['student'],
  saveProgress: ['student'],
  getCourseAccess: ['student', ...staff],
  listStudentCourses: ['student', ...staff],
  listEnrolmentEvents: ['student', ...staff],
  approveStudents: staff,
  changeStudentCourses: staff,
  setStudentTier: staff,
  setTierForStudents: staff,
  changeCourseStudents: staff,
  createStudentsFileLink: staff,
  listCourseStudents: staff,
  listEnrolmentRequests: staff,
  listStudentsNotTaking: staff,
}
