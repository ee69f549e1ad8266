const staff = ['teacher', 'admin', 'account_user']

export const accessMatrix = {
  listGroups: staff,
  createGroup: staff,
  updateGroup: staff,
  deleteGroup: staff,
  listGroupStudents: staff,
  listLockExceptions: staff,
  createLockException: staff,
  deleteLockException: staff,
}
