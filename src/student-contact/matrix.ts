const staff = ['teacher', 'admin', 'account_user']

export const accessMatrix = {
  listStaffNotes: staff,
  createStaffNote: staff,
  updateStaffNote: staff,
  deleteStaffNote: staff,
  listStudentMessages: staff,
  sendStudentMessage: staff,
}
