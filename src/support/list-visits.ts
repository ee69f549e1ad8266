import { endVisit as end, findActiveVisit } from '#accounts/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { selectVisits } from './queries.ts'

type Listed = Reply<typeof contract.listVisits>

export async function listVisits(
  ctx: Ctx,
  { limit, cursor }: Input<typeof contract.listVisits>,
): Promise<Listed> {
  const visits = selectVisits(ctx)
    .select(['v.id', 'v.name', 'v.email', 'v.reason', 'v.created_at', 'v.ends_at'])
    .select(['v.write_access_until', 'v.write_access_reason', 'v.ended_at', 'v.end_cause'])
  const page = await paginateByKeyset(visits, {
    by: ['v.created_at', 'v.id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.created_at, row.id],
  })
  const data: Listed['data'] = []
  for (const row of page.data) {
    // One more lookup for each visit that may be active; these are few, because a visit lasts an hour at most.
    const may = row.ended_at === null && row.ends_at > ctx.now
    const is_open = may && (await findActiveVisit(ctx, row.id)) !== null
    data.push({ ...row, end_cause: row.end_cause as Listed['data'][number]['end_cause'], is_open })
  }
  return { ...page, data }
}

/** Lets an owner end a visit. Safe to repeat. */
export async function endVisit(
  ctx: Ctx,
  { visit_id }: Input<typeof contract.endVisit>,
): Promise<Reply<typeof contract.endVisit>> {
  ensureFound(await selectVisits(ctx).where('v.id', '=', visit_id).select('v.id').executeTakeFirst())
  await end(ctx, visit_id, 'ended_by_owner')
  return okReply
}
