const staff = ['teacher', 'admin', 'account_user']

export const accessMatrix = {
  duplicateCourse: staff,
  listTemplates: staff,
  getTemplate: staff,
  createTemplate: staff,
  deleteTemplate: staff,
  createCourseFromTemplate: staff,
  exportCourse: staff,
  getExport: staff,
  getLatestExport: staff,
  importCourse: staff,
  getImport: staff,
}
