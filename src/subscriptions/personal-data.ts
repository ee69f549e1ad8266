import type { PersonalData } from '#tenancy/context/personal-data.ts'
import { endSubscriptionsOf } from './end-subscription.ts'

export const personalData: PersonalData = {
  rows: [
    {
      table: 'subscriptions',
      personColumns: ['user_id'],
      // The rows are part of sales, which a school must be able to prove; no further charge may follow.
      erasure: { verb: (ctx, { id }) => endSubscriptionsOf(ctx, id) },
    },
  ],
  mentions: {},
}
