import type { PersonalData } from '#tenancy/context/personal-data.ts'
import { forgetInNotifications } from './forget-in-notifications.ts'

export const personalData: PersonalData = {
  rows: [
    {
      table: 'notifications',
      by: ['user_id'],
      erasure: { verb: forgetInNotifications },
    },
    { table: 'notification_choices', by: ['user_id'], erasure: 'delete' },
  ],
  mentions: {},
}
