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

/** The card that a person saved at this moment, in this transaction; null without one. */
export async function findCardSavedAt(ctx: Ctx, user_id: string, time: Date): Promise<string | null> {
  const card = await selectCards(ctx, user_id).where('c.updated_at', '=', time).limit(1).executeTakeFirst()
  return card?.id ?? null
}

/** Whether the card belongs to the caller. */
export async function ownsCard(ctx: Ctx, id: string): Promise<boolean> {
  return (await selectCards(ctx, ctx.actor.id).where('c.id', '=', id).executeTakeFirst()) !== undefined
}

/** Cards of people by id, and their default cards. */
export async function findCardsOf(ctx: Ctx, user_ids: readonly string[]) {
  if (user_ids.length === 0) return []
  const { tx, school_id } = ctx
  return tx
    .selectFrom('payment_cards')
    .where('school_id', '=', school_id)
    .where('user_id', 'in', [...new Set(user_ids)])
    .where('removed_at', 'is', null)
    .select(['id', 'user_id', 'brand', 'last4', 'exp_month', 'exp_year', 'is_default'])
    .execute()
}
