import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureGroupOpen } from './change-seats.ts'
import { hashOfSeatCode } from './seat-codes.ts'
import type * as contract from './seat-contract.ts'
import { findSeatLink, lockMyPurchase, type SeatLinkRow, type SeatPurchase } from './seat-queries.ts'
import { getMySeats } from './seat-views.ts'

/** Creates, limits, replaces or ends the join link of a group. */
export async function updateSeatLink(
  ctx: Ctx,
  { id, max_uses, replace = false }: Input<typeof contract.updateSeatLink>,
): Promise<Reply<typeof contract.updateSeatLink>> {
  const purchase = await lockMyPurchase(ctx, id)
  ensureGroupOpen(purchase)
  const { line } = purchase
  if (max_uses !== null && max_uses > line.quantity - line.refunded_quantity)
    throw new Refusal('seats_all_used')
  const link = await findSeatLink(ctx, line.id)
  if (link && (max_uses === null || replace)) await changeLink(ctx, link.id, { ended_at: ctx.now })
  if (max_uses !== null)
    await (link && !replace ? limit(ctx, link, max_uses) : insertLink(ctx, purchase, max_uses))
  await ctx.audit('order.seat_link_changed', ['order', id], { max_uses })
  return getMySeats(ctx, { id })
}

/** A limit below the people who joined already ends the joining. */
const limit = (ctx: Ctx, { id, uses }: SeatLinkRow, max_uses: number) =>
  changeLink(ctx, id, { max_uses: Math.max(max_uses, uses, 1) })

const changeLink = ({ tx, school_id }: Ctx, id: string, changes: { max_uses?: number; ended_at?: Date }) =>
  tx.updateTable('seat_links').set(changes).where('school_id', '=', school_id).where('id', '=', id).execute()

async function insertLink(ctx: Ctx, { order, line }: SeatPurchase, max_uses: number) {
  const { tx, school_id, now } = ctx
  const id = newId()
  await tx
    .insertInto('seat_links')
    .values({
      school_id,
      id,
      line_id: line.id,
      order_id: order.id,
      code_hash: hashOfSeatCode(ctx, id),
      max_uses,
      created_at: now,
    })
    .execute()
}
