import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Purpose } from './consents.ts'
import type * as contract from './contract.ts'
import { acceptancesOf, acceptedBy } from './queries.ts'
import { textsOwed } from './texts-owed.ts'

const most = 100

export async function consentOfPerson(
  ctx: Ctx,
  { user_id }: Input<typeof contract.consentOfPerson>,
): Promise<Reply<typeof contract.consentOfPerson>> {
  const { tx, school_id } = ctx
  const person = await acceptedBy(ctx, user_id)
  const rows = await tx
    .selectFrom('consents')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .select(['purpose', 'is_given', 'changed_at'])
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return {
    must_accept: textsOwed(ctx, person),
    accepted: await acceptancesOf(ctx, user_id, most),
    consents: rows.map((row) => ({ ...row, purpose: row.purpose as Purpose })),
  }
}
