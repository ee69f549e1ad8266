import { sendMail } from '#mail/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { translator } from '#platform/pages/translate.ts'

/** Mails the erasure date and how to cancel (by logging in), in case the owner did not request it. */
export async function mailAccountErasure(
  ctx: Ctx,
  { id, email, name }: { id: string; email: string; name: string },
  at: Date,
) {
  const t = translator(ctx.locale)
  const date = new Intl.DateTimeFormat(ctx.locale, { dateStyle: 'long' }).format(at)
  await sendMail(ctx, {
    to: email,
    user_id: id,
    kind: 'account_erasure_scheduled',
    mail: {
      subject: t('accounts:account_erasure.subject', { date }),
      heading: t('accounts:account_erasure.heading', { name }),
      paragraphs: [t('accounts:account_erasure.text', { date }), t('accounts:account_erasure.not_you')],
    },
  })
}
