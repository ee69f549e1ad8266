const users = ['student', 'teacher', 'admin', 'account_user']
const admins = ['admin', 'account_user']

export const accessMatrix = {
  exportMyData: users,
  exportMyDataAnew: users,
  latestExportOfMine: users,
  eraseMe: users,
  mailProof: users,
  dataOfPerson: admins,
  exportDataOf: admins,
  erasePerson: admins,
  keepPerson: admins,
}
