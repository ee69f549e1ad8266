import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { accountOfAttempt, openAccount } from '../provider-accounts/payment-accounts.ts'
import type { SavedCard } from '../providers/provider.ts'
import { lockCardOwner, selectCards, type CardRow } from './card-queries.ts'
import { decryptCardToken } from './card-tokens.ts'
import { deleteCardRow } from './change-cards.ts'

/**
 * Asks the provider about the cards of the person whose payment or card setup this is: after a webhook that one
 * was removed or replaced. Cards that the provider does not have any more are deleted.
 */
export async function refreshCards(ctx: CtxWithoutTx, attempt_id: string): Promise<void> {
  const user_id = await ctx.transact((tx) => ownerOf(tx, attempt_id))
  if (!user_id) return
  const cards = await ctx.transact((tx) =>
    selectCards(tx, user_id).where('c.provider', '=', 'stripe').select('c.encrypted_token').execute(),
  )
  for (const card of cards) await refreshCard(ctx, card)
}

/** The buyer of an attempt, or the person of a card setup. */
async function ownerOf({ tx, school_id }: Ctx, id: string): Promise<string | undefined> {
  const attempt = await tx
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', (on) =>
      on.onRef('o.school_id', '=', 'a.school_id').onRef('o.id', '=', 'a.order_id'),
    )
    .where('a.school_id', '=', school_id)
    .where('a.id', '=', id)
    .select('o.buyer_id')
    .executeTakeFirst()
  if (attempt) return attempt.buyer_id
  const setup = await tx
    .selectFrom('card_setups')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .select('user_id')
    .executeTakeFirst()
  return setup?.user_id
}

async function refreshCard(ctx: CtxWithoutTx, card: CardRow & { encrypted_token: Buffer }) {
  const { school_id } = ctx
  const account = await ctx.transact((tx) => accountOfAttempt(tx, card))
  const provider = await openAccount(ctx, account)
  if (!provider.cardLookup) return
  const { token } = decryptCardToken(ctx.config, { school_id, ...card })
  const found = await provider.cardLookup.find(token)
  await ctx.transact(async (tx) => {
    if (found) await updateCard(tx, card, found)
    else await deleteUnlessReplaced(tx, card)
  })
}

async function deleteUnlessReplaced(ctx: Ctx, card: CardRow & { encrypted_token: Buffer }) {
  await lockCardOwner(ctx, card.user_id)
  const same = await selectCards(ctx, card.user_id)
    .where('c.id', '=', card.id)
    .where('c.encrypted_token', '=', card.encrypted_token)
    .executeTakeFirst()
  if (same) await deleteCardRow(ctx, same)
}

const updateCard = (
  { tx, school_id, now }: Ctx,
  { id }: CardRow,
  { last4, exp_month, exp_year }: Pick<SavedCard, 'last4' | 'exp_month' | 'exp_year'>,
) =>
  tx
    .updateTable('payment_cards')
    .set({ last4, exp_month, exp_year, updated_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
