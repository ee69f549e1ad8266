const admins = ['admin', 'account_user']

export const accessMatrix = {
  uploadStudents: admins,
  listStudentUploads: admins,
  showStudentUpload: admins,
  startStudentUpload: admins,
  listUploadLines: admins,
  faultyLinesFile: admins,
  discardStudentUpload: admins,
}
