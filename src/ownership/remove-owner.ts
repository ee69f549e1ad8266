import { activeOwners, endOwnership, inOwnedSchool, ownerWith, proveOwner } from '#accounts/index.ts'
import type { OwnCtx } from '#tenancy/context/request-context.ts'
import { ensure, found } from '#platform/contract/refusal.ts'
import { done, type Input, type Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { tellOldOwner, tellOwners } from './mails.ts'
import { mayLeave } from './policy.ts'

export async function removeOwner(
  ctx: OwnCtx,
  { school_id, account_id, becomes, ...proof }: Input<typeof contract.removeOwner>,
): Promise<Reply<typeof contract.removeOwner>> {
  await inOwnedSchool(ctx, school_id, async () => {})
  await proveOwner(ctx, proof)
  await inOwnedSchool(ctx, school_id, async (inside) => {
    // Held until commit: of two owners who remove each other at once, one is told that he is the last.
    const owners = await activeOwners(inside)
    const leaving = found(await ownerWith(inside, account_id))
    ensure(mayLeave(leaving.id, owners))
    // Who asks may have been removed while waiting.
    found(await ownerWith(inside, ctx.actor.account_id!))
    await endOwnership(inside, leaving, becomes)
    const { email, name } = leaving
    await inside.audit('school.owner_removed', ['school', school_id], { email, becomes })
    await tellOldOwner(inside, leaving, { email, name, old: name })
    await tellOwners(inside, 'owner_removed', { email, name })
  })
  return done
}
