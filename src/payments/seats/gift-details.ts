import { sql } from 'kysely'
import { isDay, localDay, shiftDay } from '#lib/dates/local-day.ts'
import { refuseInvalidField } from '#platform/contract/refusal.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { selectLines, type OrderRow } from '../orders/order-queries.ts'
import { hashOfSeatCode } from './seat-codes.ts'

/** How far ahead a gift can be scheduled. */
const maxDaysAhead = 366

export interface GiftInput {
  email: string
  name: string
  message?: string
  send_on?: string | null
}

/** The recipient of a gift, as it is stored. */
export interface GiftDetails {
  email: string
  name: string
  message: string
  /** Day in the school's time zone; null for at once. */
  send_on: string | null
}

/** Checks and cleans the recipient that a buyer entered. `path` is the input's place in the request. */
export function giftDetails(
  { school, now }: Pick<CtxWithoutTx, 'school' | 'now'>,
  { email, name, message = '', send_on = null }: GiftInput,
  path = 'gift.',
): GiftDetails {
  const today = localDay(school?.time_zone ?? 'UTC', now)
  if (send_on !== null && (!isDay(send_on) || send_on < today || send_on > shiftDay(today, maxDaysAhead)))
    refuseInvalidField(`${path}send_on`, 'not_a_coming_day', 'Choose a day from today to one year ahead.')
  return { email: email.trim().toLowerCase(), name: name.trim(), message: message.trim(), send_on }
}

/** Whether the order line `l` is an unpaid gift to this address. */
export const isGiftTo = (email: string) =>
  sql<boolean>`exists (select from seats s where s.school_id = l.school_id and s.line_id = l.id
    and s.state = 'unpaid' and s.email = ${email})`

/** Stores the recipient with a new order of a gift. The code is sent once the order is paid. */
export async function storeGift(ctx: Ctx, order: Pick<OrderRow, 'id'>, gift: GiftDetails): Promise<void> {
  const { tx, school_id, now } = ctx
  const [line] = await selectLines(ctx, [order.id]).where('purpose', '=', 'gift').execute()
  const id = newId()
  await tx
    .insertInto('seats')
    .values({
      school_id,
      id,
      line_id: line!.id,
      order_id: order.id,
      state: 'unpaid',
      ...gift,
      code_hash: hashOfSeatCode(ctx, id),
      created_at: now,
    })
    .execute()
}

/** Writes name, message and day that the buyer entered again before the payment. */
export async function updateUnpaidGift(
  { tx, school_id }: Ctx,
  order: Pick<OrderRow, 'id'>,
  { email, ...changes }: GiftDetails,
): Promise<void> {
  await tx
    .updateTable('seats')
    .set(changes)
    .where('school_id', '=', school_id)
    .where('order_id', '=', order.id)
    .where('state', '=', 'unpaid')
    .where('email', '=', email)
    .execute()
}

/** The recipient of an unpaid gift; undefined if the address was erased. */
export async function findGiftDetails(
  { tx, school_id }: Ctx,
  line_id: string,
): Promise<GiftDetails | undefined> {
  const row = await tx
    .selectFrom('seats')
    .where('school_id', '=', school_id)
    .where('line_id', '=', line_id)
    .where('state', '=', 'unpaid')
    .select(['email', 'name', 'message', 'send_on'])
    .executeTakeFirst()
  return row?.email ? { ...row, email: row.email } : undefined
}
