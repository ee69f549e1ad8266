import { limitEntitlements } from '#course-access/index.ts'
import { isDay, localDay, nextLocalDay, startOfLocalDay } from '#lib/dates/local-day.ts'
import { getCourseRules, getPurchasePrice, getStudent } from '#learning/index.ts'
import { firstAmount, getPlanForSale } from '#payment-plans/index.ts'
import { Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ownsAll } from '../checkout/purchase-item.ts'
import { getOrderView } from '../orders/get-order.ts'
import { insertOrder, type Sold } from '../orders/insert-order.ts'
import { lockOrder, selectLines } from '../orders/order-queries.ts'
import { completeFreeOrder } from '../settlement/record-payment.ts'
import type * as contract from './manual-contract.ts'
import { insertEntry } from '../records/manual-entries.ts'
import { payOrder } from './record-manual-payment.ts'

type ManualOrder = Input<typeof contract.createManualOrder>

/** Sells a course or plan that was paid to the school itself, or gives it. Staff have decided, so the course opens at once. */
export async function createManualOrder(
  ctx: Ctx,
  input: ManualOrder,
): Promise<Reply<typeof contract.createManualOrder>> {
  const { student_id, payment, note = '' } = input
  await lockStudent(ctx, student_id)
  const { sold, title, price: gross } = await findItem(ctx, input)
  const price = input.price ?? gross
  if (price > gross) throw new Refusal('manual_price_too_high')
  const access_ends_at = endOfAccess(ctx, input, price)
  const currency = ctx.school!.currency_code.trim().toUpperCase()
  const lines = [{ ...sold, title, gross, discount: gross - price }]
  const order = await insertOrder(ctx, { buyer_id: student_id, currency, lines })
  await ctx.audit('order.recorded', ['order', order.id], { total: order.total, currency })
  if (order.total > 0) {
    if (!payment) return refuseInvalidField('payment', 'required', 'Say how it was paid.')
    await payOrder(ctx, order, { ...payment, amount: payment.amount ?? order.total, note })
  } else {
    if (payment) return refuseInvalidField('payment', 'nothing_to_pay', 'Nothing is left to pay.')
    await completeFreeOrder(ctx, order, { isByStaff: true })
    const given = { payment_id: null, method: null, reference: '', note: note.trim(), access_ends_at }
    await insertEntry(ctx, { order_id: order.id, ...given })
    if (access_ends_at) await limitLines(ctx, order.id, access_ends_at)
  }
  return getOrderView(ctx, order.id)
}

/** Concurrent purchases of one student run one after the other. Refuses `not_found` for other people. */
async function lockStudent(ctx: Ctx, id: string) {
  await getStudent(ctx, id)
  await ctx.tx
    .selectFrom('users')
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', id)
    .select('id')
    .forNoKeyUpdate()
    .execute()
}

interface Item {
  sold: Sold
  title: string
  price: number
}

/** What is sold, at the price of today for this student. */
async function findItem(ctx: Ctx, { student_id, course_id, plan_id, tier }: ManualOrder): Promise<Item> {
  if ((course_id === undefined) === (plan_id === undefined) || (tier !== undefined && !course_id))
    return refuseInvalidField('course_id', 'one_of', 'Give either a course or a plan.')
  if (plan_id !== undefined) return findPlan(ctx, plan_id, student_id)
  const course = await getCourseRules(ctx, course_id!)
  const { price, tier: bought } = await getPurchasePrice(ctx, course, { tier: tier ?? null, student_id })
  const sold: Sold =
    bought === null
      ? { kind: 'course', course_id: course.id }
      : { kind: 'tier', course_id: course.id, tier: bought }
  return { sold, title: course.course_name, price }
}

async function findPlan(ctx: Ctx, id: string, student_id: string): Promise<Item> {
  const { id: plan_id, name: title, terms } = await getPlanForSale(ctx, id)
  // Later payments follow what the student agreed to at the checkout.
  if (terms.kind !== 'one_time') throw new Refusal('manual_order_plan')
  if (await ownsAll(ctx, student_id, terms.course_ids)) throw new Refusal('already_paid')
  return { sold: { kind: 'plan', plan_id, plan_terms: terms }, title, price: firstAmount(terms) }
}

/** The end of the last day of access in the school's time zone; null without one. What was paid has no end. */
function endOfAccess({ school, now }: Ctx, { access_ends_on: day }: ManualOrder, price: number): Date | null {
  if (!day) return null
  if (price > 0) return refuseInvalidField('access_ends_on', 'only_given', 'What was paid does not end.')
  const zone = school!.time_zone
  if (!isDay(day) || day < localDay(zone, now))
    return refuseInvalidField('access_ends_on', 'in_the_past', 'Give a day from today on.')
  return nextLocalDay(zone, startOfLocalDay(zone, day))
}

async function limitLines(ctx: Ctx, order_id: string, ends_at: Date) {
  await lockOrder(ctx, order_id)
  for (const { id } of await selectLines(ctx, [order_id]).execute()) await limitEntitlements(ctx, id, ends_at)
}
