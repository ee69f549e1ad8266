import { revokeEntitlementsOfPerson } from '#course-access/index.ts'
import { findPeopleWhoCompleted } from '#learning/index.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { endPaidAccess } from '../orders/end-paid-access.ts'
import { giftDetails, type GiftDetails } from './gift-details.ts'
import { mailTimeOf, scheduleSeatMails } from './open-seats.ts'
import { hashOfSeatCode } from './seat-codes.ts'
import type * as contract from './seat-contract.ts'
import { freeSeats } from './seat-policy.ts'
import {
  countUsedSeats,
  lockMyPurchase,
  selectSeats,
  selectUsedSeats,
  type SeatPurchase,
  type SeatRow,
} from './seat-queries.ts'
import { getMySeats } from './seat-views.ts'

type MySeats = Reply<typeof contract.getMySeats>

/** Refuses a purchase of which nobody can take a seat now. */
export function ensureSeatsOpen({ order, line }: SeatPurchase): void {
  if (order.paid_at === null) throw new Refusal('seats_not_paid')
  if (line.seats_closed) throw new Refusal('seats_closed')
}

/** The same for a group; a gift is refused. */
export function ensureGroupOpen(purchase: SeatPurchase): void {
  if (purchase.line.purpose !== 'seats') throw new Refusal('seat_of_gift')
  ensureSeatsOpen(purchase)
}

/** Invites people by mail. Each invitation holds a seat. */
export async function inviteToSeats(
  ctx: Ctx,
  { id, emails }: Input<typeof contract.inviteToSeats>,
): Promise<MySeats> {
  const purchase = await lockMyPurchase(ctx, id)
  ensureGroupOpen(purchase)
  const { line } = purchase
  const used = await selectUsedSeats(ctx, line.id).execute()
  const invited = new Set(used.map(({ email }) => email))
  const chosen = new Set(emails.map((email) => email.trim().toLowerCase()))
  const added = [...chosen].filter((email) => !invited.has(email))
  if (added.length > freeSeats(line, used.length)) throw new Refusal('seats_all_used')
  if (added.length > 0) {
    await insertInvitations(ctx, purchase, added)
    await scheduleSeatMails(ctx, ctx.now)
    await ctx.audit('order.seats_invited', ['order', id], { count: added.length })
  }
  return getMySeats(ctx, { id })
}

async function insertInvitations(ctx: Ctx, { order, line }: SeatPurchase, emails: readonly string[]) {
  const { tx, school_id, now } = ctx
  const rows = emails.map((email) => {
    const id = newId()
    return {
      school_id,
      id,
      line_id: line.id,
      order_id: order.id,
      state: 'invited',
      email,
      code_hash: hashOfSeatCode(ctx, id),
      mail_due_at: now,
      created_at: now,
    }
  })
  await tx.insertInto('seats').values(rows).execute()
}

/** A seat of a purchase that a person has or is invited to. */
const getSeat = async (ctx: Ctx, { line }: SeatPurchase, seat_id: string): Promise<SeatRow> =>
  ensureFound(
    await selectSeats(ctx)
      .where('s.id', '=', seat_id)
      .where('s.line_id', '=', line.id)
      .where('s.state', '<>', 'ended')
      .executeTakeFirst(),
  )

/** Withdraws an invitation, or takes back the seat of a person who has not completed the course. */
export async function endSeat(ctx: Ctx, { id, seat_id }: Input<typeof contract.endSeat>): Promise<MySeats> {
  const purchase = await lockMyPurchase(ctx, id)
  if (purchase.line.purpose !== 'seats') throw new Refusal('seat_of_gift')
  const seat = await getSeat(ctx, purchase, seat_id)
  if (seat.user_id) await endAccess(ctx, purchase, seat.user_id)
  await updateSeat(ctx, seat_id, { state: 'ended', ended_at: ctx.now, mail_due_at: null })
  await ctx.audit('order.seat_ended', ['order', id], { seat_id, user_id: seat.user_id })
  return getMySeats(ctx, { id })
}

async function endAccess(ctx: Ctx, { line }: SeatPurchase, user_id: string) {
  const { id: line_id, course_id, tier } = line
  // Otherwise one seat would teach any number of people one after the other.
  if ((await findPeopleWhoCompleted(ctx, course_id, [user_id])).has(user_id))
    throw new Refusal('seat_completed')
  for (const entitled of await revokeEntitlementsOfPerson(ctx, { line_id, user_id }, 'ended'))
    await endPaidAccess(ctx, { ...entitled, tier, cause: 'access_ended' })
}

/** Mails the link again at once. */
export async function resendSeat(
  ctx: Ctx,
  { id, seat_id }: Input<typeof contract.resendSeat>,
): Promise<MySeats> {
  const purchase = await lockMyPurchase(ctx, id)
  if (purchase.line.seats_closed) throw new Refusal('seats_closed')
  const seat = await getSeat(ctx, purchase, seat_id)
  if (seat.state !== 'invited' || seat.email === null) throw new Refusal('seat_taken')
  // After a change of the application's secret the stored hash belongs to a link that nobody can derive again.
  await updateSeat(ctx, seat_id, { mail_due_at: ctx.now, code_hash: hashOfSeatCode(ctx, seat_id) })
  await scheduleSeatMails(ctx, ctx.now)
  return getMySeats(ctx, { id })
}

/** Changes a gift. For another address the link that was sent ends, and a new one is mailed. */
export async function updateGift(
  ctx: Ctx,
  { id, seat_id, ...input }: Input<typeof contract.updateGift>,
): Promise<MySeats> {
  const purchase = await lockMyPurchase(ctx, id)
  ensureSeatsOpen(purchase)
  const seat = await getSeat(ctx, purchase, seat_id)
  if (seat.state === 'taken') throw new Refusal('seat_taken')
  if (purchase.line.purpose !== 'gift') ensureFound(null)
  await (giftIsSentTo(seat, input.email)
    ? updateSentGift(ctx, seat, input)
    : replaceGift(ctx, seat, giftDetails(ctx, input, '')))
  await ctx.audit('order.gift_changed', ['order', id], { seat_id })
  return getMySeats(ctx, { id })
}

const giftIsSentTo = ({ email }: SeatRow, next: string) => email === next.trim().toLowerCase()

/** The same address: another day counts only while nothing was mailed. */
async function updateSentGift(ctx: Ctx, seat: SeatRow, input: Parameters<typeof giftDetails>[1]) {
  const isMailed = seat.mailed_at !== null
  const {
    email: _email,
    send_on,
    ...details
  } = giftDetails(ctx, isMailed ? { ...input, send_on: null } : input, '')
  if (isMailed) return updateSeat(ctx, seat.id, details)
  const mail_due_at = mailTimeOf(ctx, send_on)
  await updateSeat(ctx, seat.id, { ...details, send_on, mail_due_at })
  await scheduleSeatMails(ctx, mail_due_at)
}

async function replaceGift(ctx: Ctx, seat: SeatRow, gift: GiftDetails) {
  const { tx, school_id, now } = ctx
  const id = newId()
  const mail_due_at = mailTimeOf(ctx, gift.send_on)
  await updateSeat(ctx, seat.id, { state: 'ended', ended_at: now, mail_due_at: null })
  await tx
    .insertInto('seats')
    .values({
      school_id,
      id,
      line_id: seat.line_id,
      order_id: seat.order_id,
      state: 'invited',
      ...gift,
      code_hash: hashOfSeatCode(ctx, id),
      mail_due_at,
      created_at: now,
    })
    .execute()
  await scheduleSeatMails(ctx, mail_due_at)
}

interface SeatChange {
  state?: string
  name?: string
  message?: string
  send_on?: string | null
  mail_due_at?: Date | null
  ended_at?: Date
  code_hash?: Buffer
}

const updateSeat = ({ tx, school_id }: Ctx, id: string, changes: SeatChange) =>
  tx.updateTable('seats').set(changes).where('school_id', '=', school_id).where('id', '=', id).execute()

/** Refuses unless a seat of the group is free. */
export async function ensureFreeSeat(ctx: Ctx, { line }: SeatPurchase): Promise<void> {
  if (freeSeats(line, await countUsedSeats(ctx, line.id)) < 1) throw new Refusal('seats_all_used')
}
