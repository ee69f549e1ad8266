import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { findOpenInvitation } from './invitations.ts'

export async function readInvitation(
  ctx: Ctx,
  { register_token }: Input<typeof contract.readInvitation>,
): Promise<Reply<typeof contract.readInvitation>> {
  const invitation = await findOpenInvitation(ctx, register_token)
  if (!invitation) throw new Refusal('invitation_invalid')
  const { email, name, role } = invitation
  return { email, name, role }
}
