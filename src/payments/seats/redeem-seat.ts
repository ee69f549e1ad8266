import { sql } from 'kysely'
import { grantEntitlements } from '#course-access/index.ts'
import { courseNames } from '#courses/index.ts'
import { findEnrolmentStatuses, findOpenCourse, hasCourse, openPaidEnrolment } from '#learning/index.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { hashToken, newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { selectOrders } from '../orders/order-queries.ts'
import { ensureFreeSeat, ensureGroupOpen } from './change-seats.ts'
import type * as contract from './seat-contract.ts'
import { freeSeats } from './seat-policy.ts'
import {
  countUsedSeats,
  findSeatPurchase,
  lockMyPurchase,
  lockSeatPurchase,
  selectSeatLinks,
  selectSeats,
  type SeatLinkRow,
  type SeatPurchase,
  type SeatRow,
} from './seat-queries.ts'
import { getMySeats } from './seat-views.ts'

/** What a code belongs to: the seat of a gift or invitation, or the join link of a group. */
type CodeOwner = { seat: SeatRow; link: null } | { seat: null; link: SeatLinkRow }

async function findCode(ctx: Ctx, code: string): Promise<CodeOwner> {
  const code_hash = hashToken(code)
  const seat = await selectSeats(ctx)
    .where('s.code_hash', '=', code_hash)
    .where('s.state', '<>', 'unpaid')
    .executeTakeFirst()
  if (seat) return { seat, link: null }
  const link = await selectSeatLinks(ctx).where('code_hash', '=', code_hash).executeTakeFirst()
  if (!link) throw new Refusal('seat_code_unknown')
  return { seat: null, link }
}

type CodeState = Reply<typeof contract.readSeatCode>['state']

/** Whether a code can still be used, by anybody. */
async function codeState(ctx: Ctx, { seat, link }: CodeOwner, { line }: SeatPurchase): Promise<CodeState> {
  if (seat?.state === 'taken') return 'used'
  if (seat?.state === 'ended' || link?.ended_at) return 'replaced'
  if (line.seats_closed) return 'void'
  if (!(await findOpenCourse(ctx, line.course_id))) return 'expired'
  if (!link) return 'open'
  const free = freeSeats(line, await countUsedSeats(ctx, line.id))
  return free < 1 || link.uses >= link.max_uses ? 'full' : 'open'
}

const refusals = {
  used: 'seat_code_used',
  replaced: 'seat_code_replaced',
  void: 'seat_code_void',
  expired: 'seat_code_expired',
  full: 'seat_link_full',
  owned: 'seat_course_owned',
} as const

export async function readSeatCode(
  ctx: Ctx,
  { code }: Input<typeof contract.readSeatCode>,
): Promise<Reply<typeof contract.readSeatCode>> {
  const owner = await findCode(ctx, code)
  const { order_id } = owner.seat ?? owner.link
  const order = await selectOrders(ctx).where('o.id', '=', order_id).executeTakeFirstOrThrow()
  const purchase = (await findSeatPurchase(ctx, order))!
  const { course_id, tier, purpose, title } = purchase.line
  const is_mine = await hasSeat(ctx, purchase, owner)
  const state = await codeState(ctx, owner, purchase)
  const isOwned = state === 'open' && ctx.actor.role === 'student' && (await callerHasCourse(ctx, purchase))
  return {
    state: isOwned && !is_mine ? 'owned' : state,
    purpose: purpose as 'gift' | 'seats',
    course_id,
    course_name: (await courseNames(ctx, [course_id])).get(course_id) ?? title,
    tier,
    giver: await nameOf(ctx, order.buyer_id),
    name: owner.seat?.name ?? '',
    message: owner.seat?.message ?? '',
    is_mine,
  }
}

const callerHasCourse = (ctx: Ctx, { line: { course_id, tier } }: SeatPurchase) =>
  hasCourse(ctx, { course_id, user_id: ctx.actor.id, tier })

/** Whether the caller took the seat of the code; of a join link, any seat of its line. */
async function hasSeat(ctx: Ctx, { line }: SeatPurchase, { seat }: CodeOwner): Promise<boolean> {
  if (ctx.actor.role !== 'student') return false
  if (seat) return seat.state === 'taken' && seat.user_id === ctx.actor.id
  const own = await selectSeats(ctx)
    .where('s.line_id', '=', line.id)
    .where('s.user_id', '=', ctx.actor.id)
    .where('s.state', '=', 'taken')
    .executeTakeFirst()
  return own !== undefined
}

async function nameOf({ tx, school_id }: Ctx, user_id: string): Promise<string> {
  const user = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', '=', user_id)
    .select('name')
    .executeTakeFirst()
  return user?.name ?? ''
}

/** Takes the seat of a code for the caller. A caller who took it before gets the same answer. */
export async function redeemSeatCode(
  ctx: Ctx,
  { code }: Input<typeof contract.redeemSeatCode>,
): Promise<Reply<typeof contract.redeemSeatCode>> {
  const { order_id } = await findCode(ctx, code).then(({ seat, link }) => seat ?? link)
  // One after the other: two people never take the last seat.
  const purchase = await lockSeatPurchase(ctx, order_id)
  const owner = await findCode(ctx, code)
  if (!(await hasSeat(ctx, purchase, owner))) {
    const state = await codeState(ctx, owner, purchase)
    if (state !== 'open') throw new Refusal(refusals[state])
    if (await callerHasCourse(ctx, purchase)) throw new Refusal('seat_course_owned')
    await (owner.seat ? takeInvited(ctx, owner.seat.id) : takeByLink(ctx, purchase, owner.link))
    await openCourse(ctx, purchase)
  }
  const { course_id } = purchase.line
  const statuses = await findEnrolmentStatuses(ctx, ctx.actor.id, [course_id])
  return { course_id, enrolment_status: statuses.get(course_id) ?? null }
}

/** Gives the buyer a free seat of the own purchase. */
export async function takeMySeat(
  ctx: Ctx,
  { id }: Input<typeof contract.takeMySeat>,
): Promise<Reply<typeof contract.takeMySeat>> {
  const purchase = await lockMyPurchase(ctx, id)
  ensureGroupOpen(purchase)
  if (!(await findOpenCourse(ctx, purchase.line.course_id))) throw new Refusal('seat_code_expired')
  if (await callerHasCourse(ctx, purchase)) throw new Refusal('seat_course_owned')
  await ensureFreeSeat(ctx, purchase)
  await insertTaken(ctx, purchase)
  await openCourse(ctx, purchase)
  return getMySeats(ctx, { id })
}

async function takeInvited({ tx, school_id, now, actor }: Ctx, seat_id: string) {
  await tx
    .updateTable('seats')
    .set({ state: 'taken', user_id: actor.id, taken_at: now, mail_due_at: null })
    .where('school_id', '=', school_id)
    .where('id', '=', seat_id)
    .execute()
}

async function takeByLink(ctx: Ctx, purchase: SeatPurchase, { id }: SeatLinkRow) {
  await ctx.tx
    .updateTable('seat_links')
    .set({ uses: sql`uses + 1` })
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', id)
    .execute()
  await insertTaken(ctx, purchase)
}

const insertTaken = ({ tx, school_id, now, actor }: Ctx, { order, line }: SeatPurchase) =>
  tx
    .insertInto('seats')
    .values({
      school_id,
      id: newId(),
      line_id: line.id,
      order_id: order.id,
      state: 'taken',
      user_id: actor.id,
      taken_at: now,
      created_at: now,
    })
    .execute()

/** Entitles the caller because of the purchased line, and opens the course. */
async function openCourse(ctx: Ctx, { order, line }: SeatPurchase) {
  const { id: user_id } = ctx.actor
  const { id: line_id, course_id, tier } = line
  await grantEntitlements(ctx, { user_id, line_id, course_ids: [course_id], reason: 'paid', ends_at: null })
  await openPaidEnrolment(ctx, { course_id, student_id: user_id, tier })
  await ctx.audit('order.seat_taken', ['order', order.id], { course_id, user_id })
}
