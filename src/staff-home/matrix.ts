const staff = ['teacher', 'admin', 'account_user']

export const accessMatrix = {
  getSchoolOverview: staff,
  getStaffHome: staff,
}
