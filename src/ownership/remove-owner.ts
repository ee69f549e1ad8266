import {
  listActiveOwnerIds,
  revokeOwnership,
  withOwnedSchool,
  findOwnerByAccount,
  verifyOwner,
} from '#accounts/index.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, ensureFound } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { mailFormerOwner, mailOwners } from './mails.ts'
import { mayLeaveSchool } from './policy.ts'

export async function removeOwner(
  ctx: CtxWithoutTx,
  { school_id, account_id, new_role, ...proof }: Input<typeof contract.removeOwner>,
): Promise<Reply<typeof contract.removeOwner>> {
  await withOwnedSchool(ctx, school_id, async () => {})
  await verifyOwner(ctx, proof)
  await withOwnedSchool(ctx, school_id, async (txCtx) => {
    // Locked until commit: if two owners remove each other, the second is refused as the last one.
    const owners = await listActiveOwnerIds(txCtx)
    const leaving = ensureFound(await findOwnerByAccount(txCtx, account_id))
    ensureAllowed(mayLeaveSchool(leaving.id, owners))
    // The caller may have been removed while waiting for the lock.
    ensureFound(await findOwnerByAccount(txCtx, ctx.actor.account_id!))
    await revokeOwnership(txCtx, leaving, new_role)
    const { email, name } = leaving
    await txCtx.audit('school.owner_removed', ['school', school_id], { email, new_role })
    await mailFormerOwner(txCtx, leaving, { email, name, old: name })
    await mailOwners(txCtx, 'owner_removed', { email, name })
  })
  return okReply
}
