import { money } from '#lib/money/money.ts'
import { openPlatformProvider } from '#payments/index.ts'
import { silentLog } from '#platform/telemetry/log.ts'
import type { Config } from '#platform/config/config.ts'
import { payWithCard } from '#testing/fakes/sandbox-buyer.ts'
import { isPaidOrder, orderAmounts, type DemoOrder } from './orders.ts'
import { orderReference } from './rows/order-rows.ts'
import { demoEmail } from './rows/people-rows.ts'
import { hasPayment, isByTransfer, saleReference, type DemoPlanOrder } from './plan-sales/plan-orders.ts'
import type { DemoPerson, DemoSchool } from './types.ts'

/** The ids of a payment at the sandbox. */
export interface SandboxIds {
  transaction_id: string
  provider_refund_id: string | null
}

/** What a buyer pays at the sandbox, and what the school gives back there. */
export interface SandboxPayment {
  reference: string
  title: string
  buyer: DemoPerson
  amount: number
  refunded: number
}

/** The payments of orders. */
export const sandboxPayments = (
  school: DemoSchool,
  { orders, plan_orders }: { orders: readonly DemoOrder[]; plan_orders: readonly DemoPlanOrder[] },
): SandboxPayment[] => [
  ...orders.filter(isPaidOrder).map((order) => {
    const { net, refunded } = orderAmounts(school, order)
    const { student: buyer, course } = order.attendance
    return {
      reference: orderReference(school, order),
      title: course.course_name,
      buyer,
      amount: net,
      refunded,
    }
  }),
  ...plan_orders
    .filter((order) => hasPayment(order) && !isByTransfer(order))
    .map((order) => {
      const { plan, buyer, total: amount, sale } = order
      const refunded = sale.outcome === 'refunded' ? amount : 0
      return { reference: saleReference(school, order), title: plan.name, buyer, amount, refunded }
    }),
]

/** A card that each stand-in accepts, with the answers to the questions of its bank. */
const cards = {
  stripe: ['4242424242424242'],
  paystack: ['4084084084084081'],
  flutterwave: ['5531886652142950', '3310', '12345'],
} as const

/**
 * Pays the orders at the sandbox, so that staff can refund them there. Returns the ids by reference; none without the
 * sandbox, such as in tests.
 */
export async function payAtSandbox(
  config: Config,
  school: DemoSchool,
  payments: readonly SandboxPayment[],
): Promise<ReadonlyMap<string, SandboxIds>> {
  const ids = new Map<string, SandboxIds>()
  if (!config.payments.runsSandbox) return ids
  const provider = await openPlatformProvider({ config, log: silentLog }, school.currency_code)
  if (!provider) return ids
  for (const payment of payments) {
    const paid = await pay({ config, school, provider }, payment)
    if (paid) ids.set(payment.reference, paid)
  }
  return ids
}

interface Shop {
  config: Config
  school: DemoSchool
  provider: NonNullable<Awaited<ReturnType<typeof openPlatformProvider>>>
}

async function pay(
  { config, school, provider }: Shop,
  { reference, title, buyer, amount, refunded }: SandboxPayment,
): Promise<SandboxIds | null> {
  const created_at = new Date()
  const address = config.payments.baseUrls[provider.name]
  const { url, provider_reference } = await provider.createCheckout({
    reference,
    amount: money(amount, school.currency_code),
    description: title,
    email: demoEmail(school, buyer),
    name: buyer.name,
    return_url: address,
    cancel_url: address,
    expires_at: new Date(created_at.getTime() + 3_600_000),
    saves_card: false,
    customer_reference: null,
    metadata: {},
  })
  const [number, ...answers] = cards[provider.name]
  await payWithCard(url, number, ...answers)
  const found = await provider.findPayment({ reference, provider_reference, created_at })
  if (found.state !== 'paid') return null
  const { transaction_id } = found
  if (refunded === 0) return { transaction_id, provider_refund_id: null }
  const { provider_refund_id } = await provider.createRefund({
    reference: reference.slice(-32),
    transaction_id,
    amount: money(refunded, school.currency_code),
    reason: '',
  })
  return { transaction_id, provider_refund_id }
}
