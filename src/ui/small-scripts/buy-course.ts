import type { CallApi } from './call-api.ts'

/** The student's enrolment in a course. */
export interface Enrolment {
  status: string | null
  has_access: boolean
  /** What each tier costs the student, in minor units; null for one that the student cannot buy. */
  tier_prices: (number | null)[]
  may_request: boolean
}

interface Order {
  id: string
  status: string
  is_awaiting_provider: boolean
  is_awaiting_transfer: boolean
  lines: { course_id: string | null; tier: number | null; purpose: string; bump_id: string | null }[]
}

/**
 * What a student without access can do in a course that is sold: `buy`, `asked` (buy, after a request to join), `unpaid`
 * (continue a payment), `paid` (wait for staff) or `closed`. With the order in question, its tier and its added courses.
 */
export async function loadPurchaseState(course_id: string, enrolment: Enrolment, callApi: CallApi) {
  const answer = await callApi('GET', '/payments/v1/my-orders?limit=50')
  if (!answer.ok) throw new Error(`orders answered ${answer.status}`)
  const { data } = (await answer.json()) as { data: Order[] }
  // Gifts and seats of a group are for others. An order to which the course was added is continued at the course that it began with.
  const isOwn = ({ lines: [line] }: Order) => line?.course_id === course_id && line.purpose === 'self'
  const isPaidWithAnother = ({ status, lines }: Order) =>
    (status === 'paid' || status === 'partially_refunded') &&
    lines.some((line) => line.course_id === course_id && line.bump_id !== null)
  const order = data.find((one) => isOwn(one) || isPaidWithAnother(one))
  const tier = order?.lines[0]?.tier ?? null
  const bump_ids = order?.lines.flatMap(({ bump_id }) => bump_id ?? []) ?? []
  const isPartlyPaid = order?.status === 'partially_paid'
  const page = order && `/payments/${order.is_awaiting_transfer ? 'transfer' : 'return'}?order=${order.id}`
  return { state: purchaseState(order, enrolment), page, tier, bump_ids, isPartlyPaid }
}

function purchaseState(order: Order | undefined, { status, may_request }: Enrolment) {
  const isPaid = order?.status === 'paid' || order?.status === 'partially_refunded'
  if (isPaid && status === 'pending') return 'paid'
  // Staff declined or removed a student who paid; the school decides about the refund.
  if (isPaid && (status === 'unapproved' || status === 'removed')) return 'closed'
  const isAwaited = order?.is_awaiting_provider || order?.is_awaiting_transfer
  const isStarted = order?.status === 'awaiting_payment' && isAwaited
  if (isStarted || order?.status === 'partially_paid') return 'unpaid'
  if (status === 'pending') return 'asked'
  return may_request ? 'buy' : 'closed'
}

/** Nothing is left to pay; the form shows why. */
const nothingToPay = new Set(['already_paid', 'already_enrolled', 'course_is_free'])

/** Whether an added course ended or changed its price before the payment. */
export const isBumpRefusal = (code: string) => code === 'bump_unavailable' || code === 'amount_mismatch'

/**
 * Sends the browser to the payment page of a course, or to the page of a bank transfer; false if there is none now, or the code of a
 * refusal of a coupon or an added course.
 */
export async function openPaymentPage(
  course_id: string,
  choice: {
    tier?: number
    coupon_code?: string | null
    affiliate_code?: string
    bumps?: { id: string; price: number }[]
  },
  { callApi, isTransfer }: { callApi: CallApi; isTransfer: boolean },
): Promise<boolean | string> {
  const answer = await callApi('POST', `/payments/v1/${isTransfer ? 'bank-transfers' : 'checkout'}`, {
    course_id,
    ...choice,
  })
  const { url, code = '' } = (await answer.json()) as { url?: string; code?: string }
  if (!answer.ok || !url)
    return code.startsWith('coupon_') || isBumpRefusal(code) ? code : nothingToPay.has(code)
  location.assign(url)
  // The page stays as it is until the other one loads.
  return new Promise(() => {})
}
