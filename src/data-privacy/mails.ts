import { sendMail } from '#mail/index.ts'
import { originFor } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { translator } from '#platform/pages/translate.ts'

interface Recipient {
  id: string
  email: string
  name: string
  language: string | null
}

/** Links to the page and not to the archive, so that the reader of the mail must log in. */
export async function mailExportReady(ctx: Ctx, requested_by: string, is_own: boolean) {
  const { tx, school_id } = ctx
  const person = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', '=', requested_by)
    .where('status', '=', 'active')
    .select(['id', 'email', 'name', 'language'])
    .executeTakeFirst()
  const path = is_own ? '/profile/data-privacy' : '/manage'
  if (person)
    await write(ctx, person, { kind: is_own ? 'data_export_ready' : 'user_data_export_ready', path })
}

/** Names the date, and how to cancel: by logging in. */
export const mailErasureScheduled = (ctx: Ctx, person: Recipient, erase_at: Date) =>
  write(ctx, person, { kind: 'erasure_scheduled', path: '/login', date: erase_at })

interface Letter {
  kind: 'data_export_ready' | 'user_data_export_ready' | 'erasure_scheduled'
  /** Path of the mail's button. */
  path: string
  date?: Date
}

async function write(ctx: Ctx, person: Recipient, { kind, path, date: at }: Letter) {
  const { school, config } = ctx
  if (!school) return
  const locale = person.language ?? school.language
  const t = translator(locale)
  const date =
    at && new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: school.time_zone }).format(at)
  const values = { name: person.name, school: school.name, date }
  await sendMail(ctx, {
    to: person.email,
    user_id: person.id,
    kind,
    locale,
    mail: {
      subject: t(`data-privacy:${kind}.subject`, values),
      heading: t('data-privacy:heading', values),
      paragraphs: [t(`data-privacy:${kind}.text`, values)],
      button: { label: t(`data-privacy:${kind}.button`), url: `${originFor(config, school.host)}${path}` },
      footnote: t(`data-privacy:${kind}.footnote`, values),
    },
  })
}
