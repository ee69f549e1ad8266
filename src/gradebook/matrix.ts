const staff = ['teacher', 'admin', 'account_user']

export const accessMatrix = {
  getGradebook: staff,
  saveGradebook: staff,
  listGrades: staff,
  saveGrades: staff,
  getGradeHistory: staff,
  exportGrades: staff,
  importGrades: staff,
  getMyGrades: ['student'],
}
