import { sendMail } from '#mail/index.ts'
import { formatMoney } from '#lib/money/money.ts'
import { originFor } from '#platform/config/config.ts'
import { translator } from '#platform/pages/translate.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { OrderRow } from '../orders/order-queries.ts'
import { orderNumber } from '../orders/order-views.ts'
import type { BankAccount } from '../settings/transfer-settings.ts'

type Order = Pick<OrderRow, 'id' | 'total' | 'paid_amount' | 'currency'>

interface StartedTransfer {
  order: Order
  accounts: readonly BankAccount[]
  expires_at: Date
}

/** Sends the buyer what the page shows: where to send which amount with which reference. */
export async function mailTransferStarted(
  ctx: Ctx,
  { order, accounts, expires_at }: StartedTransfer,
): Promise<void> {
  const details = accounts.map(({ bank_name, account_name, account_number, note }) =>
    [bank_name, account_name, account_number, note].filter((part) => part !== '').join(' · '),
  )
  await mailBuyer(ctx, order, { kind: 'started', date: expires_at.toISOString().slice(0, 10), details })
}

/** Tells the buyer that a proof was declined, that money is missing, or that the time is over. */
export const mailTransferDecision = (
  ctx: Ctx,
  order: Order,
  { kind, reason }: { kind: 'declined' | 'partial' | 'expired'; reason?: string },
): Promise<void> => mailBuyer(ctx, order, { kind, details: reason === undefined ? [] : [reason] })

interface TransferMail {
  kind: 'started' | 'declined' | 'partial' | 'expired'
  date?: string
  details: readonly string[]
}

async function mailBuyer(ctx: Ctx, order: Order, { kind, date = '', details }: TransferMail) {
  const { tx, school_id, school, config } = ctx
  const buyer = await tx
    .selectFrom('orders as o')
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'o.school_id').onRef('u.id', '=', 'o.buyer_id'),
    )
    .where('o.school_id', '=', school_id)
    .where('o.id', '=', order.id)
    .where('u.status', '<>', 'removed')
    .select(['u.id', 'u.name', 'u.email', 'u.language'])
    .executeTakeFirst()
  if (!buyer || !school) return
  const locale = buyer.language ?? school.language ?? 'en'
  const t = translator(locale)
  const amount = formatMoney(order.total - order.paid_amount, order.currency)
  const values = { name: buyer.name, school: school.name, amount, order: orderNumber(order.id), date }
  await sendMail(ctx, {
    to: buyer.email,
    user_id: buyer.id,
    kind: 'bank_transfer',
    locale,
    mail: {
      subject: t(`payments:transfer.${kind}.subject`, values),
      heading: t(`payments:transfer.${kind}.subject`, values),
      paragraphs: [
        t('payments:receipt.greeting', values),
        t(`payments:transfer.${kind}.text`, values),
        ...details,
      ],
      button: {
        label: t('payments:transfer.button'),
        url: `${originFor(config, school.host)}/payments/transfer?order=${order.id}`,
      },
    },
  })
}
