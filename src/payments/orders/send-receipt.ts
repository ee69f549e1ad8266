import { findCodesOfOrders } from '#coupons/index.ts'
import { formatMoney } from '#lib/money/money.ts'
import { originFor } from '#platform/config/config.ts'
import { translator } from '#platform/pages/translate.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { sendMail } from '#mail/index.ts'
import { notify } from '#notifications/index.ts'
import type { LineRow, OrderRow } from './order-queries.ts'
import { lineTitle } from './order-state.ts'
import { orderNumber, taxViews } from './order-views.ts'

interface SoldLine extends Pick<LineRow, 'kind' | 'tax' | 'included_tax' | 'withheld' | 'quantity'> {
  course_id: string | null
  title: string
  gross: number
  discount: number
}

type PaidOrder = Pick<OrderRow, 'id' | 'buyer_id' | 'total' | 'currency' | 'tax_terms'>

/** Sends the buyer a receipt by mail and a notification, in the transaction of the settlement. */
export async function sendReceipt(ctx: Ctx, order: PaidOrder, lines: readonly SoldLine[]): Promise<void> {
  const { tx, school_id, school, config } = ctx
  const buyer = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', '=', order.buyer_id)
    .where('status', '<>', 'removed')
    .select(['name', 'email', 'language'])
    .executeTakeFirst()
  if (!buyer) return
  const locale = buyer.language ?? school?.language ?? 'en'
  const t = translator(locale)
  const total = formatMoney(order.total, order.currency)
  const values = { name: buyer.name, school: school?.name ?? '', total, order: orderNumber(order.id) }
  const names = { discount: await nameOfDiscount(ctx, order, t), credit: t('payments:receipt.credit') }
  const origin = school ? originFor(config, school.host) : ''
  await notify(ctx, {
    user_id: order.buyer_id,
    kind: 'payment_receipt',
    data: { order_id: order.id, total, ...soldCourse(lines[0]) },
  })
  await sendMail(ctx, {
    to: buyer.email,
    user_id: order.buyer_id,
    kind: 'payment_receipt',
    locale,
    mail: {
      subject: t('payments:receipt.subject', values),
      heading: t('payments:receipt.heading', values),
      paragraphs: [
        t('payments:receipt.greeting', values),
        t('payments:receipt.text', values),
        ...priceLines(lines, order.currency, names).concat(taxLines(order, lines, t)),
        t('payments:receipt.total', values),
        t('payments:receipt.number', values),
      ],
      button: { label: t('payments:receipt.button', values), url: `${origin}/payments` },
    },
  })
}

/** What a notification names: the course with its page, or the name of a plan. */
const soldCourse = (line: SoldLine | undefined) => ({
  course_id: line?.course_id ?? undefined,
  course_name: line?.title,
})

/** Taxes that are added to the prices or part of them, and what the buyer keeps back. */
function taxLines(order: PaidOrder, lines: readonly SoldLine[], t: ReturnType<typeof translator>) {
  const { taxes, withholding } = taxViews(order, lines)
  const money = (amount: number) => formatMoney(amount, order.currency)
  return [
    ...taxes.map(({ name, amount, is_included }) =>
      t(is_included ? 'payments:receipt.taxIncluded' : 'payments:receipt.tax', {
        name,
        amount: money(amount),
      }),
    ),
    ...(withholding
      ? [t('payments:receipt.tax', { name: withholding.name, amount: money(-withholding.amount) })]
      : []),
  ]
}

/** The coupon by its code, or just a discount. */
async function nameOfDiscount(ctx: Ctx, { id }: PaidOrder, t: ReturnType<typeof translator>) {
  const code = (await findCodesOfOrders(ctx, [id])).get(id)
  return code ? t('payments:receipt.coupon', { code }) : t('payments:receipt.discount')
}

/** A line with the price of each course, followed by its discount, or by the credit that pays for a period of a plan. */
const priceLines = (
  lines: readonly SoldLine[],
  currency: string,
  names: Record<'discount' | 'credit', string>,
) =>
  lines.flatMap(({ kind, title, quantity, gross, discount }) => [
    `${lineTitle({ title, quantity })}: ${formatMoney(gross, currency)}`,
    ...(discount > 0
      ? [`${names[kind === 'plan_period' ? 'credit' : 'discount']}: ${formatMoney(-discount, currency)}`]
      : []),
  ])
