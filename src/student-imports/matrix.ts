const admins = ['admin', 'account_user']

export const accessMatrix = {
  createStudentImport: admins,
  listStudentImports: admins,
  getStudentImport: admins,
  startStudentImport: admins,
  listImportLines: admins,
  exportInvalidLines: admins,
  discardStudentImport: admins,
}
