import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { auditInSchoolAndPlatform } from '#tenancy/audit/platform-audit-log.ts'
import { asSchool } from '#tenancy/context/context-for.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { createCtxWithoutTx } from '#tenancy/http/school-transaction.ts'
import type * as contract from '../contract.ts'
import { removeAttention } from '../orders/attention.ts'
import { lockOrder } from '../orders/order-queries.ts'
import { accountOfAttempt, openAccount } from '../provider-accounts/payment-accounts.ts'
import { ProviderError, type PaidPayment } from '../providers/provider.ts'
import { findAttempt } from '../records/attempt-queries.ts'
import { parsePaymentReference } from '../records/payment-reference.ts'
import {
  quarantinedOfOrder,
  quarantinedView,
  selectQuarantined,
  type QuarantinedRow,
} from '../records/quarantine-queries.ts'
import { acceptQuarantined, returnQuarantined } from './carry-out-decision.ts'

type Decision = Input<typeof contract.decideQuarantinedPayment>
type Answer = Reply<typeof contract.decideQuarantinedPayment>

const stateAfter = { accept: 'accepted', return: 'returned', ignore: 'ignored' } as const

/** The school decides about money in its own account. */
export const decideAsSchool = (ctx: CtxWithoutTx, decision: Decision): Promise<Answer> =>
  decide(ctx, decision, false)

/** The platform decides about money in its account, in a transaction of the school that the payment names. */
export async function decideAsPlatform(ctx: CtxWithoutTx, decision: Decision): Promise<Answer> {
  const { school_id } = ensureFound(
    await ctx.transact((tx) => selectQuarantined(tx).where('q.id', '=', decision.id).executeTakeFirst()),
  )
  const school = ensureFound(await ctx.hosts.byId(school_id))
  const inSchool = createCtxWithoutTx(asSchool(ctx, school), { onSchoolInvalidated: () => {} })
  return decide(inSchool, decision, true)
}

const find = ({ tx, school_id }: Ctx, id: string) =>
  selectQuarantined({ tx }).where('q.id', '=', id).where('q.school_id', '=', school_id)

/** Asks the provider outside of transactions, then decides while the order is locked: of two people at once, one decides. */
async function decide(ctx: CtxWithoutTx, decision: Decision, isPlatform: boolean): Promise<Answer> {
  const { id } = decision
  const row = ensureFound(await ctx.transact((tx) => find(tx, id).executeTakeFirst()))
  if ((row.payment_account_id === null) !== isPlatform) throw new Refusal('quarantine_of_other_account')
  if (isDecided(row, decision)) return quarantinedView(row)
  await requirePossible(ctx, row, decision)
  const confirmed = decision.decision === 'accept' ? await confirmPayment(ctx, row) : null
  return ctx.transact(async (tx) => {
    await lockOrder(tx, row.order_id)
    const current = await find(tx, id).forUpdate().executeTakeFirstOrThrow()
    if (isDecided(current, decision)) return quarantinedView(current)
    if (confirmed) await acceptQuarantined(tx, current, confirmed)
    if (decision.decision === 'return') await returnQuarantined(tx, current)
    await recordDecision(tx, current, { ...decision, isPlatform })
    return quarantinedView(await find(tx, id).executeTakeFirstOrThrow())
  })
}

/** The same decision again is no second one; another one is refused. */
function isDecided({ state }: QuarantinedRow, { decision }: Decision) {
  if (state === 'open') return false
  if (state !== stateAfter[decision]) throw new Refusal('quarantine_decided')
  return true
}

/** Money of a reference that we gave to another attempt belongs to that attempt: it is neither counted nor refunded here. */
async function requirePossible(ctx: CtxWithoutTx, row: QuarantinedRow, { decision }: Decision) {
  if (decision === 'ignore') return
  const target = row.reason === 'reference' ? parsePaymentReference(row.found_reference) : null
  if (target && (await ctx.hosts.byId(target.school_id))) throw new Refusal('payment_of_other_order')
  const fits = row.found_currency === row.expected_currency && row.found_mode === row.expected_mode
  if (decision === 'accept' && !fits) throw new Refusal('quarantine_not_acceptable')
}

/** The payment as the provider reports it now, which must be the one that people looked at. */
async function confirmPayment(ctx: CtxWithoutTx, row: QuarantinedRow): Promise<PaidPayment> {
  const { attempt, account } = await ctx.transact(async (tx) => {
    const attempt = ensureFound(await findAttempt(tx, row.id))
    return { attempt, account: await accountOfAttempt(tx, attempt) }
  })
  try {
    const found = await (await openAccount(ctx, account)).findPayment(attempt)
    if (found.state !== 'paid' || !isSame(found, row)) throw new Refusal('payment_not_confirmed')
    return found
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn({ err: error, attempt_id: row.id }, 'payment provider does not answer')
    throw new Refusal('provider_unreachable')
  }
}

const isSame = ({ transaction_id, amount, mode }: PaidPayment, row: QuarantinedRow) =>
  transaction_id === row.transaction_id &&
  amount.minor === Number(row.found_amount) &&
  amount.currency === row.found_currency &&
  mode === row.found_mode

async function recordDecision(
  ctx: Ctx,
  { id, order_id }: QuarantinedRow,
  { decision, reason, isPlatform }: Decision & { isPlatform: boolean },
) {
  const { tx, actor, now } = ctx
  const explanation = reason.trim()
  await tx
    .updateTable('quarantined_payments')
    .set({ state: stateAfter[decision], explanation, decided_by: actor.id, decided_at: now })
    .where('id', '=', id)
    .execute()
  const others = await quarantinedOfOrder(ctx, order_id)
  if (!others.some(({ state }) => state === 'open'))
    await removeAttention(ctx, [order_id], 'payment_quarantined')
  const subject: [string, string] = ['order', order_id]
  const change = { result: decision, reason: explanation }
  if (isPlatform) await auditInSchoolAndPlatform(ctx, { action: 'order.quarantine_decided', subject, change })
  else await ctx.audit('order.quarantine_decided', subject, change)
}
