const owners = ['account_user']

export const accessMatrix = {
  showClosing: owners,
  closeSchool: owners,
  keepSchool: owners,
  askForSchoolArchive: owners,
}
