import type { Ctx } from '#tenancy/context/request-context.ts'

/** Most cards that a person can save; a further one replaces the oldest that is not the default. */
export const maxCards = 20

export const selectCards = ({ tx, school_id }: Ctx, user_id: string) =>
  tx
    .selectFrom('payment_cards as c')
    .where('c.school_id', '=', school_id)
    .where('c.user_id', '=', user_id)
    .where('c.removed_at', 'is', null)
    .select(['c.id', 'c.user_id', 'c.provider', 'c.payment_account_id', 'c.mode', 'c.brand', 'c.last4'])
    .select(['c.exp_month', 'c.exp_year', 'c.is_default', 'c.created_at'])

export type CardRow = Awaited<ReturnType<ReturnType<typeof selectCards>['executeTakeFirstOrThrow']>>

/** Changes of one person's cards run one after the other. */
export const lockCardOwner = ({ tx, school_id }: Ctx, user_id: string) =>
  tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', '=', user_id)
    .select(['id', 'email', 'status'])
    .forNoKeyUpdate()
    .executeTakeFirst()
