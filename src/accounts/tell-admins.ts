import { sendMail } from '#mail/index.ts'
import { originOf } from '#platform/config.ts'
import type { Ctx } from '#platform/context.ts'
import { translator } from '#platform/translate.ts'
import type { UserRow } from './user-details.ts'

/** The most admins that hear of one newcomer: a school with more has made everybody an admin. */
const most = 20

/** Tells the school's admins that a teacher waits to be accepted. */
export async function tellAdmins(ctx: Ctx, teacher: UserRow) {
  const { tx, school_id, school, config } = ctx
  const admins = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('role', 'in', ['admin', 'account_user'])
    .where('status', '=', 'active')
    .select(['id', 'email', 'name', 'language'])
    .orderBy('created_at')
    .limit(most)
    .execute()
  const url = `${originOf(config, school!.host)}/manage/people?tab=teachers`
  for (const admin of admins) {
    const locale = admin.language ?? school!.language
    const t = translator(locale)
    await sendMail(ctx, {
      to: admin.email,
      user_id: admin.id,
      kind: 'teacher_waits',
      locale,
      mail: {
        subject: t('accounts:teacher_waits.subject', { name: teacher.name }),
        heading: t('accounts:teacher_waits.heading'),
        paragraphs: [t('accounts:teacher_waits.text', { name: teacher.name, email: teacher.email })],
        button: { label: t('accounts:teacher_waits.button'), url },
      },
    })
  }
}
