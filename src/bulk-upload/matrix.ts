const admins = ['admin', 'account_user']

export const matrix = {
  uploadStudents: admins,
  listStudentUploads: admins,
  showStudentUpload: admins,
  startStudentUpload: admins,
  listUploadLines: admins,
  faultyLinesFile: admins,
  discardStudentUpload: admins,
}
