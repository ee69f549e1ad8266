import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { accountOfAttempt, openAccount } from '../provider-accounts/payment-accounts.ts'
import { ProviderError } from '../providers/provider.ts'
import { schoolChannels } from '../records/payment-channel.ts'
import { comparePayment } from './compare-payment.ts'
import { recordDifference } from '../records/record-difference.ts'

const batchSize = 200

interface Period {
  from: Date
  to: Date
}

/**
 * Asks the provider about our payments of the period that its list did not confirm. One that it does not have is a difference.
 * Returns the number of new differences.
 */
export async function findMissingRemote(ctx: CtxWithoutTx, period: Period): Promise<number> {
  let differences = 0
  for (const payment of await ctx.transact((tx) => selectUnconfirmed(tx, period)))
    try {
      const account = await ctx.transact((tx) => accountOfAttempt(tx, payment))
      const found = await (await openAccount(ctx, account)).findPayment(payment)
      if (found.state === 'paid' && found.transaction_id === payment.transaction_id)
        await comparePayment(ctx, payment.provider, found)
      else if (await ctx.transact((tx) => recordMissing(tx, payment))) differences += 1
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      ctx.log.warn({ err: error, payment_id: payment.id }, 'reconciliation: the provider does not answer')
    }
  return differences
}

const selectUnconfirmed = ({ tx, school_id }: Ctx, { from, to }: Period) =>
  tx
    .selectFrom('payments as p')
    .innerJoin('payment_attempts as a', (on) =>
      on.onRef('a.school_id', '=', 'p.school_id').onRef('a.id', '=', 'p.attempt_id'),
    )
    .where('p.school_id', '=', school_id)
    .where('p.reconciled_at', 'is', null)
    // Staff confirmed them by the bank's statement, or have the money.
    .where('p.provider', 'not in', [...schoolChannels])
    .where('p.paid_at', '>=', from)
    .where('p.paid_at', '<', to)
    .orderBy('p.paid_at')
    .limit(batchSize)
    .select(['p.id', 'p.order_id', 'p.provider', 'p.transaction_id', 'p.amount', 'p.currency'])
    .select(['a.payment_account_id', 'a.reference', 'a.provider_reference', 'a.created_at'])
    .execute()

type Payment = Awaited<ReturnType<typeof selectUnconfirmed>>[number]

const recordMissing = (ctx: Ctx, { provider, transaction_id, order_id, amount, currency }: Payment) =>
  recordDifference(ctx, {
    provider,
    kind: 'missing_remote',
    transaction_id,
    order_id,
    expected_amount: amount,
    found_amount: null,
    currency,
  })
