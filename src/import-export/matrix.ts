const staff = ['teacher', 'admin', 'account_user']

export const accessMatrix = {
  duplicateCourse: staff,
  listTemplates: staff,
  showTemplate: staff,
  createTemplate: staff,
  deleteTemplate: staff,
  createFromTemplate: staff,
  exportCourse: staff,
  showExport: staff,
  latestExport: staff,
  importCourse: staff,
  showImport: staff,
}
