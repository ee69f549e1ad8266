import { sendMail } from '#mail/index.ts'
import { originFor } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { translator } from '#platform/pages/translate.ts'
import type { ClosingRow } from './queries.ts'

export type ClosingMailKind = 'started' | 'one_week_left' | 'one_day_left' | 'cancelled' | 'archive'

/** Notifies owners and admins about the state of the closing; only owners get the archive. */
export async function mailClosingUpdate(
  ctx: Ctx,
  news: ClosingMailKind,
  { erase_at }: Pick<ClosingRow, 'erase_at'>,
) {
  const { school, config, brand } = ctx
  for (const { id, email, name, language, role } of await listRecipients(ctx, news)) {
    const locale = language ?? school!.language
    const t = translator(locale)
    const date = dateIn(locale, school!.time_zone, erase_at)
    const values = { name, school: school!.name, date, by: ctx.actor.name }
    const isBeforeErasure = news === 'started' || news === 'one_week_left' || news === 'one_day_left'
    const url = `${originFor(config, brand.domain)}/account/schools/${ctx.school_id}`
    await sendMail(ctx, {
      to: email,
      user_id: id,
      kind: `closing_${news}`,
      locale,
      mail: {
        subject: t(`school-closure:${news}.subject`, values),
        heading: t('school-closure:heading', values),
        paragraphs: [
          t(`school-closure:${news}.text`, values),
          ...(isBeforeErasure ? [t('school-closure:take_along')] : []),
        ],
        ...(role === 'account_user' && { button: { label: t('school-closure:button'), url } }),
      },
    })
  }
}

const listRecipients = ({ tx, school_id }: Ctx, news: ClosingMailKind) =>
  tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('role', 'in', news === 'archive' ? ['account_user'] : ['account_user', 'admin'])
    .where('status', '=', 'active')
    .select(['id', 'email', 'name', 'language', 'role'])
    .orderBy('id')
    .limit(200)
    .execute()

const dateIn = (locale: string, timeZone: string, at: Date) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(at)

export interface FormerOwner {
  id: string
  email: string
  name: string
}

/** After the erasure the root host is the sender, because the school's name is deleted. */
export async function mailSchoolErased(ctx: Ctx, owners: FormerOwner[], school: string) {
  const t = translator(ctx.locale)
  for (const { id, email, name } of owners)
    await sendMail(ctx, {
      to: email,
      user_id: id,
      kind: 'school_erased',
      mail: {
        subject: t('school-closure:gone.subject', { school }),
        heading: t('school-closure:heading', { name }),
        paragraphs: [t('school-closure:gone.text', { school })],
      },
    })
}
