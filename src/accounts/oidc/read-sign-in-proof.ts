import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { openProof } from './sign-in-proofs.ts'

export async function readSignInProof(
  ctx: Ctx,
  { register_token }: Input<typeof contract.readSignInProof>,
): Promise<Reply<typeof contract.readSignInProof>> {
  const proof = await openProof(ctx, register_token)
  if (!proof) throw new Refusal('token_invalid')
  return { email: proof.email, name: proof.name }
}
