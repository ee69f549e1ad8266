import { findEntitledCourses } from '#course-access/index.ts'
import { getLearnerRecord } from '#learning/index.ts'
import { formatMoney } from '#lib/money/money.ts'
import { Refusal, ensureFound, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { getOrderView } from '../orders/get-order.ts'
import { orderNumber } from '../orders/order-views.ts'
import { openAccount, accountOfAttempt } from '../provider-accounts/payment-accounts.ts'
import { ProviderError } from '../providers/provider.ts'
import { findOpenWithAccount } from './check-dispute.ts'
import { findDisputeRow, type DisputeRow } from '../records/dispute-queries.ts'
import { updateDispute } from './record-dispute.ts'

const maxLessons = 20
const day = (date: Date | null | undefined) => date?.toISOString().slice(0, 10) ?? 'unknown'
const minute = (date: Date) => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Facts about a disputed sale, for its bank. Banks read English. */
export async function getDisputeEvidence(
  ctx: Ctx,
  { id }: Input<typeof contract.getDisputeEvidence>,
): Promise<Reply<typeof contract.getDisputeEvidence>> {
  const dispute = ensureFound(await findDisputeRow(ctx, id))
  const facts = await collectFacts(ctx, dispute)
  return {
    receipt: facts.receipt,
    enrolment: facts.enrolment,
    activity: facts.activity,
    sent_text: dispute.evidence_sent_at ? dispute.evidence_text : null,
  }
}

async function collectFacts(ctx: Ctx, dispute: DisputeRow) {
  const order = await getOrderView(ctx, dispute.order_id)
  const payment = order.payments.find(({ id }) => id === dispute.payment_id)!
  const titles = order.lines.map(({ title, net }) => `${title}: ${formatMoney(net, order.currency)}`)
  const receipt = [
    `Receipt of ${ctx.school!.name}, order ${orderNumber(order.id)}`,
    `Buyer: ${order.buyer.name} <${order.buyer.email}>`,
    ...titles,
    `Paid: ${formatMoney(payment.amount, payment.currency)} on ${day(payment.paid_at)} by ${payment.method}`,
    `Transaction: ${payment.transaction_id}`,
  ].join('\n')
  const enrolments: string[] = []
  const lessons: string[] = []
  let service_date: Date | null = null
  const line_ids = order.lines.map(({ id }) => id)
  for (const course_id of await findEntitledCourses(ctx, line_ids)) {
    const learner = { course_id, student_id: order.buyer.id, limit: maxLessons }
    const { course_name, enrolment, opened } = await getLearnerRecord(ctx, learner)
    service_date ??= enrolment?.approved_at ?? null
    enrolments.push(
      `${course_name}: ${enrolment?.status ?? 'none'}, open since ${day(enrolment?.approved_at)}`,
    )
    for (const { title, at } of opened) lessons.push(`${minute(at)}: ${course_name}, ${title}`)
  }
  return {
    order,
    receipt,
    enrolment: enrolments.join('\n') || 'No enrolment.',
    activity: lessons.join('\n') || 'No lesson was opened.',
    product: titles.join('\n'),
    service_date,
  }
}

type Sent = Input<typeof contract.submitDisputeEvidence>

/** Sends the school’s side of a dispute to its provider. It cannot be changed afterwards. */
export async function submitDisputeEvidence(
  ctx: CtxWithoutTx,
  sent: Sent,
): Promise<Reply<typeof contract.submitDisputeEvidence>> {
  const prepared = await ctx.transact((tx) => prepareEvidence(tx, sent))
  const provider = await openAccount(ctx, prepared.account)
  try {
    await provider.submitEvidence(prepared.evidence)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new Refusal('evidence_not_delivered')
  }
  return ctx.transact(async (tx) => {
    await updateDispute(tx, sent.id, { evidence_sent_at: tx.now, evidence_text: prepared.evidence.text })
    await tx.audit('order.dispute_answered', ['order', prepared.order_id], { attached: sent.attach.length })
    return getOrderView(tx, prepared.order_id)
  })
}

async function prepareEvidence(ctx: Ctx, { id, text, attach, customer_phone }: Sent) {
  const dispute = ensureFound(await findDisputeRow(ctx, id))
  if (dispute.provider === 'flutterwave') throw new Refusal('evidence_not_supported')
  if (dispute.state !== 'open') throw new Refusal('dispute_closed')
  if (dispute.evidence_sent_at) throw new Refusal('evidence_sent')
  if (dispute.provider === 'paystack' && !customer_phone)
    refuseInvalidField('customer_phone', 'required', 'Paystack asks for the telephone number of the buyer.')
  const open = (await findOpenWithAccount(ctx, id))!
  const { order, ...facts } = await collectFacts(ctx, dispute)
  const attached = (['receipt', 'enrolment'] as const).filter((fact) => attach.includes(fact))
  return {
    order_id: dispute.order_id,
    account: await accountOfAttempt(ctx, open),
    evidence: {
      provider_dispute_id: dispute.provider_dispute_id,
      customer_name: order.buyer.name,
      customer_email: order.buyer.email,
      customer_phone: customer_phone?.trim() ?? '',
      product: facts.product,
      service_date: attach.includes('enrolment') ? facts.service_date : null,
      activity: attach.includes('activity') ? facts.activity : '',
      text: [text.trim(), ...attached.map((fact) => facts[fact])].filter(Boolean).join('\n\n'),
    },
  }
}
