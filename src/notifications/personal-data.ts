import type { PersonalData } from '#tenancy/context/personal-data.ts'
import { erasePersonFromNotifications } from './erase-person-from-notifications.ts'

export const personalData: PersonalData = {
  rows: [
    {
      table: 'notifications',
      personColumns: ['user_id'],
      erasure: { verb: erasePersonFromNotifications },
    },
    { table: 'notification_preferences', personColumns: ['user_id'], erasure: 'delete' },
  ],
  mentions: {},
}
