import { sql } from 'kysely'
import { asSchool } from '#tenancy/context/context-for.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { createCtxWithoutTx } from '#tenancy/http/school-transaction.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { newId } from '#platform/security/tokens.ts'
import { checkDisputeJob } from '../job-handles.ts'
import { providerNames } from '../provider-accounts/choose-provider.ts'
import {
  openAccount,
  ownAccounts,
  platformAccount,
  type PaymentAccount,
} from '../provider-accounts/payment-accounts.ts'
import { ProviderError, type ListedPayment } from '../providers/provider.ts'
import { parsePaymentReference } from '../records/payment-reference.ts'
import { comparePayment, recordMissing, type Comparison } from './compare-payment.ts'
import { findMissingRemote } from './find-missing-remote.ts'
import { explainDeductions, findUnexplained } from '../provider-settlements/explain-deductions.ts'
import { findUnsettled } from '../provider-settlements/find-unsettled.ts'
import { readSettlements } from '../provider-settlements/read-settlements.ts'
import { recordNight, type NightResult } from './reconciled-schools.ts'

const day = 86_400_000
const hour = 3_600_000

/** The last three days without the last hour, in which payments are still settled. */
export const reconciledPeriod = (now: Date) => ({
  from: new Date(now.getTime() - 3 * day),
  to: new Date(now.getTime() - hour),
})

/** Compares the school’s own accounts with their providers, and its payments through the platform’s account. */
export async function reconcileSchool(ctx: CtxWithoutTx): Promise<void> {
  const results: NightResult[] = []
  for (const provider of providerNames) {
    for (const account of await ctx.transact((tx) => ownAccounts(tx, provider)))
      results.push(await reconcileAccount(ctx, account, (listed) => comparePayment(ctx, provider, listed)))
  }
  await findMissingRemote(ctx, reconciledPeriod(ctx.now))
  await matchDeductions(ctx)
  await ctx.transact(findUnsettled)
  await ctx.transact((tx) => recordNight(tx, results))
  await ctx.transact(checkOpenDisputes)
}

/** After the night of the platform, which stored the settlements of its accounts. */
async function matchDeductions(ctx: CtxWithoutTx) {
  const platform = createCtxWithoutTx(asSchool(ctx, { school_id: PLATFORM_ID }), {
    onSchoolInvalidated: () => {},
  })
  for (const provider of ['paystack', 'flutterwave'] as const) {
    for (const account of await ctx.transact((tx) => ownAccounts(tx, provider))) {
      await explainDeductions(ctx, ctx, account)
      await ctx.transact((tx) => findUnexplained(tx, account))
    }
    if (platformAccount(ctx, provider))
      await explainDeductions(ctx, platform, { provider, payment_account_id: null })
  }
}

/** Compares the platform’s own accounts; each payment in the school that its reference names. */
export async function reconcilePlatform(ctx: CtxWithoutTx): Promise<void> {
  for (const provider of providerNames) {
    const account = platformAccount(ctx, provider)
    if (!account) continue
    await reconcileAccount(ctx, account, (listed) => compareForSchool(ctx, provider, listed))
    await ctx.transact((tx) => findUnexplained(tx, account))
  }
}

/** A payment without a school of ours was taken by something else with the same account. */
async function compareForSchool(
  ctx: CtxWithoutTx,
  provider: string,
  listed: ListedPayment,
): Promise<Comparison> {
  const target = parsePaymentReference(listed.reference)
  const school = target && target.school_id !== PLATFORM_ID ? await ctx.hosts.byId(target.school_id) : null
  if (!school) return ctx.transact((tx) => recordMissing(tx, provider, listed))
  const inSchool = createCtxWithoutTx(asSchool(ctx, school), { onSchoolInvalidated: () => {} })
  return comparePayment(inSchool, provider, listed)
}

async function reconcileAccount(
  ctx: CtxWithoutTx,
  account: PaymentAccount,
  compare: (listed: ListedPayment) => Promise<Comparison>,
): Promise<NightResult> {
  const started_at = new Date()
  const period = reconciledPeriod(ctx.now)
  const counts: Record<Comparison, number> = { equal: 0, settled: 0, difference: 0, old_difference: 0 }
  const result = await compareAll(ctx, account, async (listed) => {
    counts[await compare(listed)] += 1
  })
  const differences = counts.difference + result.settlementDifferences
  if (differences > 0)
    ctx.log.error({ provider: account.provider, differences }, 'reconciliation found differences')
  await ctx.transact(async (tx) => {
    const { school_id } = tx
    await tx.tx
      .insertInto('reconciliation_runs')
      .values({
        school_id,
        id: newId(),
        provider: account.provider,
        payment_account_id: account.payment_account_id,
        period_from: period.from,
        period_to: period.to,
        state: result.state,
        checked_payments: Object.values(counts).reduce((sum, count) => sum + count, 0),
        settled_payments: counts.settled,
        new_differences: differences,
        unbalanced_currencies: await unbalancedCurrencies(tx),
        started_at,
        finished_at: new Date(),
      })
      .execute()
  })
  const { state, hasInvalidKeys } = result
  const { provider, payment_account_id } = account
  return { provider, payment_account_id, state, hasInvalidKeys }
}

type AccountResult = Pick<NightResult, 'state' | 'hasInvalidKeys'> & { settlementDifferences: number }

/** A provider that does not answer ends the run; the next one covers its days again. */
async function compareAll(
  ctx: CtxWithoutTx,
  account: PaymentAccount,
  work: (listed: ListedPayment) => Promise<void>,
): Promise<AccountResult> {
  try {
    const opened = await openAccount(ctx, account)
    for await (const listed of opened.listPayments(reconciledPeriod(ctx.now))) await work(listed)
    const settlementDifferences = await readSettlements(ctx, account, opened)
    return { state: 'succeeded', hasInvalidKeys: false, settlementDifferences }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.log.error({ err: error, provider: account.provider }, 'reconciliation failed')
    const hasInvalidKeys = error.code === 'credentials_invalid'
    return { state: 'failed', hasInvalidKeys, settlementDifferences: 0 }
  }
}

/** Currencies whose accounts do not add up to zero. */
async function unbalancedCurrencies({ tx, school_id }: Ctx): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`select j.currency
    from ledger_journals j, unnest(j.amounts) as amount
    where j.school_id = ${school_id} group by j.currency having sum(amount) <> 0`.execute(tx)
  return rows.map(({ currency }) => currency)
}

/** Asks about open disputes that lost their job. */
async function checkOpenDisputes(ctx: Ctx) {
  const rows = await ctx.tx
    .selectFrom('disputes')
    .where('school_id', '=', ctx.school_id)
    .where('state', '=', 'open')
    .where('provider', '<>', 'flutterwave')
    .orderBy('created_at')
    .limit(200)
    .select('id')
    .execute()
  for (const { id } of rows)
    await ctx.enqueue(checkDisputeJob, { dispute_id: id }, { job_key: `dispute/${id}` })
}
