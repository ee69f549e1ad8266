import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { findOidcRegistration } from './oidc-registrations.ts'

export async function readOidcRegistration(
  ctx: Ctx,
  { register_token }: Input<typeof contract.readOidcRegistration>,
): Promise<Reply<typeof contract.readOidcRegistration>> {
  const proof = await findOidcRegistration(ctx, register_token)
  if (!proof) throw new Refusal('token_invalid')
  return { email: proof.email, name: proof.name }
}
