import { adminsToNotify } from '#accounts/index.ts'
import { formatMoney } from '#lib/money/money.ts'
import { originFor } from '#platform/config/config.ts'
import { translator } from '#platform/pages/translate.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { sendMails } from '#mail/index.ts'
import { notifyAll } from '#notifications/index.ts'
import { orderNumber } from '../orders/order-views.ts'
import type { DisputeChange } from './dispute-changed.ts'

/** Notifies admins and owners of a dispute and of its end, on the page and by mail. */
export async function notifyStaffOfDispute(ctx: Ctx, dispute: DisputeChange) {
  const { school, config } = ctx
  const { order_id, state } = dispute
  if (!school) return
  const admins = await adminsToNotify(ctx)
  const amount = formatMoney(dispute.amount, dispute.currency)
  const order = orderNumber(order_id)
  await notifyAll(
    ctx,
    admins.map(({ id }) => ({
      user_id: id,
      kind: `payment_dispute_${state}`,
      data: { order_id, order, amount },
    })),
  )
  await sendMails(
    ctx,
    admins.map((admin) => {
      const t = translator(admin.locale)
      const due = dispute.due_at?.toISOString().slice(0, 10) ?? '–'
      const values = { name: admin.name, school: school.name, order, amount, due }
      return {
        to: admin.email,
        user_id: admin.id,
        kind: 'payment_dispute' as const,
        locale: admin.locale,
        mail: {
          subject: t(`payments:dispute.${state}.subject`, values),
          heading: t(`payments:dispute.${state}.subject`, values),
          paragraphs: [t('payments:receipt.greeting', values), t(`payments:dispute.${state}.text`, values)],
          button: {
            label: t('payments:dispute.button'),
            url: `${originFor(config, school.host)}/manage/orders/${order_id}`,
          },
        },
      }
    }),
  )
}
