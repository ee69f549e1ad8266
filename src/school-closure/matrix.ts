const owners = ['account_user']

export const matrix = {
  showClosing: owners,
  closeSchool: owners,
  keepSchool: owners,
  askForSchoolArchive: owners,
}
