const users = ['student', 'teacher', 'admin', 'account_user']

export const accessMatrix = {
  listNotifications: users,
  countUnreadNotifications: users,
  readNotifications: users,
  listNotificationChoices: users,
  chooseNotifications: users,
}
