import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import { updateNotificationPreference, listNotificationPreferences } from './preferences.ts'
import * as contract from './contract.ts'
import { listNotifications } from './list-notifications.ts'
import { countUnreadNotifications, markNotificationsRead } from './mark-notifications-read.ts'

export const api = [
  defineEndpoint(contract.listNotifications, listNotifications),
  defineEndpoint(contract.countUnreadNotifications, countUnreadNotifications),
  defineEndpoint(contract.markNotificationsRead, markNotificationsRead),
  defineEndpoint(contract.listNotificationPreferences, listNotificationPreferences),
  defineEndpoint(contract.updateNotificationPreference, updateNotificationPreference),
]
