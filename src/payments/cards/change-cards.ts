import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { okReply } from '#platform/contract/schemas.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { removeCardJob } from '../job-handles.ts'
import { cardChanged, cardUse } from './card-events.ts'
import { lockCardOwner, selectCards, type CardRow } from './card-queries.ts'

export async function listCards(
  ctx: Ctx,
  { limit, cursor }: Input<typeof contract.listCards>,
): Promise<Reply<typeof contract.listCards>> {
  const page = await paginateByKeyset(selectCards(ctx, ctx.actor.id), {
    by: ['c.created_at', 'c.id'],
    direction: 'desc',
    key: (row) => [row.created_at, row.id],
    limit,
    cursor,
  })
  return { ...page, data: page.data.map((card) => cardView(card, ctx.now)) }
}

/** A card as its owner sees it: nothing that charges it. */
export const cardView = (card: CardRow, now: Date) => ({
  id: card.id,
  brand: card.brand,
  last4: card.last4,
  exp_month: card.exp_month,
  exp_year: card.exp_year,
  is_default: card.is_default,
  is_expired: now >= new Date(Date.UTC(card.exp_year, card.exp_month, 1)),
})

/** The card is charged first from now on. */
export async function setDefaultCard(
  ctx: Ctx,
  { id }: Input<typeof contract.setDefaultCard>,
): Promise<Reply<typeof contract.setDefaultCard>> {
  const user_id = ctx.actor.id
  await lockCardOwner(ctx, user_id)
  ensureFound(await selectCards(ctx, user_id).where('c.id', '=', id).executeTakeFirst())
  await setDefault(ctx, user_id, id)
  await ctx.emit(cardChanged, { user_id, card_id: id })
  return okReply
}

/** Deletes a card here at once, and at the provider by a job. The default stays while a subscription needs a card. */
export async function deleteCard(
  ctx: Ctx,
  { id }: Input<typeof contract.deleteCard>,
): Promise<Reply<typeof contract.deleteCard>> {
  const user_id = ctx.actor.id
  await lockCardOwner(ctx, user_id)
  const card = ensureFound(await selectCards(ctx, user_id).where('c.id', '=', id).executeTakeFirst())
  if (card.is_default && (await ctx.reactions.slot(cardUse)(ctx, user_id))) throw new Refusal('card_in_use')
  await removeCard(ctx, card)
  return okReply
}

/** Hides a card until the provider has removed it. The newest other card becomes the default. */
export async function removeCard(ctx: Ctx, { id, user_id, is_default }: CardRow): Promise<void> {
  const { tx, school_id, now } = ctx
  await tx
    .updateTable('payment_cards')
    .set({ is_default: false, removed_at: now, updated_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
  await ctx.enqueue(removeCardJob, { card_id: id }, { job_key: `remove-card/${id}` })
  if (is_default) await chooseDefault(ctx, user_id)
}

/** Removes all cards of a person, here at once and at their providers by jobs. */
export async function removeCardsOf(ctx: Ctx, user_id: string): Promise<void> {
  for (const card of await selectCards(ctx, user_id).orderBy('c.is_default').execute())
    await removeCard(ctx, card)
}

/** Deletes the row of a card that its provider does not have any more. */
export async function deleteCardRow(ctx: Ctx, { id, user_id, is_default }: CardRow): Promise<void> {
  const { tx, school_id } = ctx
  await tx.deleteFrom('payment_cards').where('school_id', '=', school_id).where('id', '=', id).execute()
  if (is_default) await chooseDefault(ctx, user_id)
}

async function chooseDefault(ctx: Ctx, user_id: string) {
  const next = await selectCards(ctx, user_id)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (next) await setDefault(ctx, user_id, next.id)
}

export const hasDefault = async (ctx: Ctx, user_id: string): Promise<boolean> =>
  (await selectCards(ctx, user_id).where('c.is_default', '=', true).limit(1).executeTakeFirst()) !== undefined

/** Makes a card the default. The caller has locked the owner. */
export async function setDefault(ctx: Ctx, user_id: string, card_id: string): Promise<void> {
  const { tx, school_id, now } = ctx
  const change = (is_default: boolean) =>
    tx
      .updateTable('payment_cards')
      .set({ is_default, updated_at: now })
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .where('is_default', '=', !is_default)
  await change(false).where('id', '<>', card_id).execute()
  await change(true).where('id', '=', card_id).execute()
}
