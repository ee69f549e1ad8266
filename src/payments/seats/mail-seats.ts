import { lockExternalMailAllowance, sanitizeDisplayName, sendMail } from '#mail/index.ts'
import { originFor } from '#platform/config/config.ts'
import { translator } from '#platform/pages/translate.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { scheduleSeatMails } from './open-seats.ts'
import { hashOfSeatCode, seatCode } from './seat-codes.ts'

/** 100 per minute: mail servers classify senders of thousands at once as spam. */
const atOnce = 50
const pauseMs = 30_000

/**
 * Mails gifts and invitations that are due, and schedules the rest: in half a minute, or on the next day if the school's daily
 * allowance for mails to people who are not members is used up. Safe to repeat: a mailed seat is not due.
 */
export async function mailDueSeats(ctx: Ctx): Promise<void> {
  const due = await lockDueSeats(ctx)
  if (due.length === 0) return
  const { remaining: allowed, resumes_at } = await lockExternalMailAllowance(ctx)
  let remaining = allowed
  for (const seat of due) {
    if (!seat.member_id && remaining === 0) {
      await setMailed(ctx, seat.id, { mail_due_at: resumes_at })
      continue
    }
    if (!seat.member_id) remaining--
    await mailSeat(ctx, seat)
    const code_hash = hashOfSeatCode(ctx, seat.id)
    await setMailed(ctx, seat.id, { mail_due_at: null, mailed_at: ctx.now, code_hash })
  }
  if (remaining === 0) await scheduleSeatMails(ctx, resumes_at)
  if (due.length === atOnce) await scheduleSeatMails(ctx, new Date(ctx.now.getTime() + pauseMs))
}

type DueSeat = Awaited<ReturnType<typeof lockDueSeats>>[number]

/** Whether the mail of a seat was due before this time. */
export async function hasSeatsToMail(ctx: Ctx, before: Date): Promise<boolean> {
  const seat = await selectDueSeats(ctx, before).limit(1).select('s.id').executeTakeFirst()
  return seat !== undefined
}

/** Seats whose mail is due, and may be sent. */
const selectDueSeats = ({ tx, school_id }: Ctx, at: Date) =>
  tx
    .selectFrom('seats as s')
    .innerJoin('order_lines as l', (on) =>
      on.onRef('l.school_id', '=', 's.school_id').onRef('l.id', '=', 's.line_id'),
    )
    .where('s.school_id', '=', school_id)
    .where('s.state', '=', 'invited')
    .where('s.mail_due_at', '<=', at)
    .where('s.email', 'is not', null)
    .where('l.seats_closed', 'is', null)

/** Seats whose mail is due, with the buyer, and the recipient if he or she is a student of the school. */
const lockDueSeats = (ctx: Ctx) =>
  selectDueSeats(ctx, ctx.now)
    .innerJoin('orders as o', (on) =>
      on.onRef('o.school_id', '=', 's.school_id').onRef('o.id', '=', 's.order_id'),
    )
    .innerJoin('users as b', (on) =>
      on.onRef('b.school_id', '=', 'o.school_id').onRef('b.id', '=', 'o.buyer_id'),
    )
    .leftJoin('users as m', (on) =>
      on
        .onRef('m.school_id', '=', 's.school_id')
        .onRef('m.email', '=', 's.email')
        .on('m.role', '=', 'student')
        .on('m.status', '<>', 'removed'),
    )
    .orderBy('s.mail_due_at')
    .orderBy('s.id')
    .limit(atOnce)
    .select(['s.id', 's.email', 's.name', 's.message', 'l.title', 'l.purpose', 'b.name as giver'])
    .select(['m.id as member_id', 'm.language', 'b.language as giver_language'])
    .forUpdate('s')
    .execute()

async function mailSeat(ctx: Ctx, seat: DueSeat) {
  const { school, config } = ctx
  if (!school) return
  const locale = seat.language ?? seat.giver_language ?? school.language ?? 'en'
  const t = translator(locale)
  const giver = sanitizeDisplayName(seat.giver) || school.name
  const values = { giver, name: seat.name, course: seat.title, school: school.name }
  const kind = seat.purpose === 'gift' ? 'gift' : 'seat'
  await sendMail(ctx, {
    to: seat.email!,
    ...(seat.member_id && { user_id: seat.member_id }),
    kind: seat.purpose === 'gift' ? 'gift' : 'seat_invitation',
    locale,
    mail: {
      subject: t(`payments:${kind}.subject`, values),
      heading: t(`payments:${kind}.subject`, values),
      paragraphs: [
        ...(seat.name ? [t('payments:receipt.greeting', values)] : []),
        t(`payments:${kind}.text`, values),
        ...(seat.message ? [`“${seat.message}”`] : []),
        t(`payments:${kind}.how`, values),
      ],
      button: {
        label: t(`payments:${kind}.button`),
        url: `${originFor(config, school.host)}/redeem?code=${seatCode(ctx, seat.id)}`,
      },
      footnote: t('payments:gift.footnote'),
    },
  })
}

const setMailed = (
  { tx, school_id }: Ctx,
  id: string,
  changes: { mail_due_at: Date | null; mailed_at?: Date; code_hash?: Buffer },
) => tx.updateTable('seats').set(changes).where('school_id', '=', school_id).where('id', '=', id).execute()
