import { formatMoney } from '#lib/money/money.ts'
import { describeTransfer } from '#payments/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { dateOf, mail, type MailedSubscription } from '../mails.ts'
import { suspendAt } from '../rules/dunning.ts'

interface DueTransfer {
  /** Before the payment is due, or a reminder. */
  key: 'transferNext' | 'transferDue'
  order_id: string
  total: number
  due_at: Date
}

/** Where to send the money of a period, by when, and what happens without it. */
export async function mailTransferDue(
  ctx: Ctx,
  subscription: MailedSubscription,
  { key, order_id, total, due_at }: DueTransfer,
): Promise<void> {
  const { currency } = subscription
  const { reference, accounts } = await describeTransfer(ctx, { order_id, currency })
  await mail(ctx, subscription, {
    key,
    details: {
      amount: formatMoney(total, currency),
      reference,
      date: dateOf(ctx, due_at),
      until: dateOf(ctx, suspendAt(due_at)),
    },
    lines: accounts,
    path: `/payments/transfer?order=${order_id}`,
  })
}
