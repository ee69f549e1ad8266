const owners = ['account_user']

export const accessMatrix = {
  getClosing: owners,
  closeSchool: owners,
  cancelClosing: owners,
  requestSchoolArchive: owners,
}
