import { findSchoolCurrency } from '#schools/index.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { newId } from '#platform/security/tokens.ts'
import { auditInSchoolAndPlatform } from '#tenancy/audit/platform-audit-log.ts'
import { asSchool } from '#tenancy/context/context-for.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'
import type * as contract from '../contract.ts'
import { postJournals } from '../ledger/post-journals.ts'
import { schoolPayoutJournal } from '../ledger/postings.ts'
import { owedToSchool } from './balances.ts'

/** Payouts of the platform to the school. */
export const listPayouts = (
  { tx, school_id }: Ctx,
  { limit, cursor }: Input<typeof contract.listPayouts>,
): Promise<Reply<typeof contract.listPayouts>> =>
  paginateByKeyset(
    tx
      .selectFrom('school_payouts')
      .where('school_id', '=', school_id)
      .select(['id', 'currency', 'amount', 'reference', 'paid_at']),
    {
      by: ['paid_at', 'id'],
      direction: 'desc',
      key: (row) => [row.paid_at.toISOString(), row.id],
      limit,
      cursor,
    },
  )

/** Runs work in a transaction of a school that the console chose. Refuses an unknown id. */
async function inSchool<Result>(
  ctx: CtxWithoutTx,
  school_id: string,
  work: (schoolCtx: Ctx) => Promise<Result>,
): Promise<Result> {
  return runTransaction(
    asSchool(ctx, { school_id }),
    { onSchoolInvalidated: () => {} },
    async (schoolCtx) => {
      ensureFound(await findSchoolCurrency(schoolCtx))
      return work(schoolCtx)
    },
  )
}

export const getSchoolPayouts = (
  ctx: CtxWithoutTx,
  { school_id, ...paging }: Input<typeof contract.consoleGetSchoolPayouts>,
): Promise<Reply<typeof contract.consoleGetSchoolPayouts>> =>
  inSchool(ctx, school_id, async (schoolCtx) => ({
    owed: await owedToSchool(schoolCtx),
    ...(await listPayouts(schoolCtx, paging)),
  }))

export const recordSchoolPayout = (
  ctx: CtxWithoutTx,
  { school_id, ...payout }: Input<typeof contract.consoleRecordSchoolPayout>,
): Promise<Reply<typeof contract.consoleRecordSchoolPayout>> =>
  inSchool(ctx, school_id, (schoolCtx) =>
    insertPayout(schoolCtx, { ...payout, currency: payout.currency.toUpperCase() }),
  )

type NewPayout = Omit<Input<typeof contract.consoleRecordSchoolPayout>, 'school_id'>

/** Refuses more than the platform owes, and a reference that was recorded before. */
async function insertPayout(ctx: Ctx, { currency, amount, paid_at, ...typed }: NewPayout) {
  const { tx, school_id, now } = ctx
  const reference = typed.reference.trim()
  // Two payouts at once must not exceed what is owed together.
  await tx
    .selectFrom('ledger_balances')
    .where('school_id', '=', school_id)
    .orderBy('id')
    .select('id')
    .forUpdate()
    .execute()
  const owed = (await owedToSchool(ctx)).find((one) => one.currency === currency)
  if (amount > (owed?.amount ?? 0)) throw new Refusal('payout_above_owed')
  const row = await tx
    .insertInto('school_payouts')
    .values({
      school_id,
      id: newId(),
      currency,
      amount,
      reference,
      paid_at: paid_at === undefined ? now : new Date(paid_at),
    })
    .onConflict((oc) => oc.columns(['school_id', 'reference']).doNothing())
    .returning(['id', 'currency', 'amount', 'reference', 'paid_at'])
    .executeTakeFirst()
  if (!row) throw new Refusal('payout_recorded')
  const source = { source_type: 'school_payout', source_id: row.id, currency, payment_id: null } as const
  await postJournals(ctx, source, [schoolPayoutJournal(amount)])
  await auditInSchoolAndPlatform(ctx, {
    action: 'school.payout_recorded',
    subject: ['school', school_id],
    change: { currency, amount, reference },
  })
  return row
}
