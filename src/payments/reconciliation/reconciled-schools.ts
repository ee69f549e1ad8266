import { sql } from 'kysely'
import { findSchoolCurrency, findSchoolLinks } from '#schools/index.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Database } from '#platform/database/database.server.ts'
import { asSchool } from '#tenancy/context/context-for.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'
import type * as contract from '../contract.ts'
import { countOpen } from './open-differences.ts'
import { listReconciliationDifferences } from './list-reconciliation.ts'

type Schools = Reply<typeof contract.consoleListReconciledSchools>

/** How a night ended for the school's own accounts. */
export interface NightResult {
  provider: string
  payment_account_id: string | null
  state: 'succeeded' | 'failed'
  hasInvalidKeys: boolean
}

/** Records for the console how the night ended. Former accounts do not count: their keys may be revoked. */
export async function recordNight(ctx: Ctx, results: readonly NightResult[]): Promise<void> {
  if (results.length === 0) return
  const { tx, school_id, now } = ctx
  const active = await tx
    .selectFrom('payment_accounts')
    .where('school_id', '=', school_id)
    .where('is_active', '=', true)
    .select('id')
    .execute()
  const current = results.filter(({ payment_account_id }) =>
    active.some(({ id }) => id === payment_account_id),
  )
  const night = {
    last_run_at: now,
    last_run_state: current.some(({ state }) => state === 'failed') ? 'failed' : 'succeeded',
    failing_providers: current.filter(({ hasInvalidKeys }) => hasInvalidKeys).map(({ provider }) => provider),
    open_differences: await countOpen(ctx),
  }
  await tx
    .insertInto('reconciled_schools')
    .values({ school_id, ...night })
    .onConflict((oc) => oc.column('school_id').doUpdateSet(night))
    .execute()
}

/** In the console: schools whose own accounts are compared, the latest comparison first. */
export async function listReconciledSchools(
  ctx: Ctx,
  { has_problems, limit, cursor }: Input<typeof contract.consoleListReconciledSchools>,
): Promise<Schools> {
  const query = ctx.tx
    .selectFrom('reconciled_schools')
    .selectAll()
    // Must equal the condition of the index `reconciled_schools_with_problems`.
    .$if(has_problems === true, (rows) =>
      rows.where(sql<boolean>`(open_differences > 0 or last_run_state = 'failed')`),
    )
  const page = await paginateByKeyset(query, {
    by: ['last_run_at', 'school_id'],
    direction: 'desc',
    key: (row) => [row.last_run_at.toISOString(), row.school_id],
    limit,
    cursor,
  })
  const links = await findSchoolLinks(
    ctx,
    page.data.map(({ school_id }) => school_id),
  )
  // Check constraints limit the texts to the values of the contract.
  const rows = page.data as unknown as Omit<Schools['data'][number], 'name'>[]
  return { ...page, data: rows.map((row) => ({ ...row, name: links.get(row.school_id)?.name ?? '' })) }
}

/** In the console: the differences of one school, read in a transaction of that school. */
export const listSchoolDifferences = (
  ctx: CtxWithoutTx,
  { school_id, ...filters }: Input<typeof contract.consoleListSchoolDifferences>,
): Promise<Reply<typeof contract.consoleListSchoolDifferences>> =>
  runTransaction(
    asSchool(ctx, { school_id }),
    { readOnly: true, onSchoolInvalidated: () => {} },
    async (schoolCtx) => {
      ensureFound(await findSchoolCurrency(schoolCtx))
      return listReconciliationDifferences(schoolCtx, filters)
    },
  )

/** Deletes the row of a school that is being erased: no policy of the school covers the table. */
export const deleteReconciledSchool = (db: Database, school_id: string) =>
  db.deleteFrom('reconciled_schools').where('school_id', '=', school_id).execute()
