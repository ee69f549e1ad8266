const users = ['student', 'teacher', 'admin', 'account_user']

export const accessMatrix = {
  listNotifications: users,
  countUnreadNotifications: users,
  markNotificationsRead: users,
  listNotificationPreferences: users,
  updateNotificationPreference: users,
}
