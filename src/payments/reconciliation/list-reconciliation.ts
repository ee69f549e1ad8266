import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { Refusal, ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { updateOpenDifferences } from './open-differences.ts'

type Runs = Reply<typeof contract.listReconciliationRuns>
type Differences = Reply<typeof contract.listReconciliationDifferences>

/** Runs of this tenant: a school’s, or the platform’s in the console. */
export async function listReconciliationRuns(
  { tx, school_id }: Ctx,
  { limit, cursor }: Input<typeof contract.listReconciliationRuns>,
): Promise<Runs> {
  const query = tx
    .selectFrom('reconciliation_runs')
    .where('school_id', '=', school_id)
    .select(['id', 'provider', 'period_from', 'period_to', 'state', 'checked_payments', 'settled_payments'])
    .select(['new_differences', 'unbalanced_currencies', 'started_at', 'finished_at'])
  const page = await paginateByKeyset(query, {
    by: ['started_at', 'id'],
    direction: 'desc',
    key: (row) => [row.started_at, row.id],
    limit,
    cursor,
  })
  // Check constraints limit the texts to the values of the contract.
  return { ...page, data: page.data as unknown as Runs['data'] }
}

const selectDifferences = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('reconciliation_differences')
    .where('school_id', '=', school_id)
    .select(['id', 'provider', 'kind', 'transaction_id', 'order_id', 'expected_amount', 'found_amount'])
    .select(['currency', 'state', 'explanation', 'created_at', 'resolved_at'])

export async function listReconciliationDifferences(
  ctx: Ctx,
  { state, limit, cursor }: Input<typeof contract.listReconciliationDifferences>,
): Promise<Differences> {
  const query = selectDifferences(ctx).$if(state !== undefined, (found) => found.where('state', '=', state!))
  const page = await paginateByKeyset(query, {
    by: ['created_at', 'id'],
    direction: 'desc',
    key: (row) => [row.created_at, row.id],
    limit,
    cursor,
  })
  return { ...page, data: page.data as Differences['data'] }
}

export async function resolveReconciliationDifference(
  ctx: Ctx,
  { id, explanation }: Input<typeof contract.resolveReconciliationDifference>,
): Promise<Reply<typeof contract.resolveReconciliationDifference>> {
  const { tx, school_id, actor, now } = ctx
  const find = () => selectDifferences(ctx).where('id', '=', id)
  const difference = ensureFound(await find().forUpdate().executeTakeFirst())
  if (difference.state === 'resolved') throw new Refusal('difference_resolved')
  await tx
    .updateTable('reconciliation_differences')
    .set({ state: 'resolved', explanation: explanation.trim(), resolved_by: actor.id, resolved_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
  await updateOpenDifferences(ctx)
  await ctx.audit('payment_difference.resolved', ['payment_difference', id], { reason: explanation.trim() })
  return (await find().executeTakeFirstOrThrow()) as Differences['data'][number]
}
