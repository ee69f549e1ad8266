const users = ['student', 'teacher', 'admin', 'account_user']

export const matrix = {
  listNotifications: users,
  countUnreadNotifications: users,
  readNotifications: users,
  listNotificationChoices: users,
  chooseNotifications: users,
}
