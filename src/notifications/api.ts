import { handle } from '#tenancy/http/endpoints.ts'
import { chooseNotifications, listNotificationChoices } from './choices.ts'
import * as contract from './contract.ts'
import { listNotifications } from './list-notifications.ts'
import { countUnreadNotifications, readNotifications } from './read-notifications.ts'

export const api = [
  handle(contract.listNotifications, listNotifications),
  handle(contract.countUnreadNotifications, countUnreadNotifications),
  handle(contract.readNotifications, readNotifications),
  handle(contract.listNotificationChoices, listNotificationChoices),
  handle(contract.chooseNotifications, chooseNotifications),
]
