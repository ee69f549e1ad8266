import type { ProofScope } from '#platform/rate-limits/proof-of-work.ts'
import type { RequestContext } from '../context/request-context.ts'

/** Binds proofs of work to the school of a context. */
export const proofScope = ({
  config,
  school_id,
  now,
  proof_bits,
}: Pick<RequestContext, 'config' | 'school_id' | 'now' | 'proof_bits'>): ProofScope => ({
  secret: config.appSecret,
  owner_id: school_id,
  now,
  bits: proof_bits,
})
