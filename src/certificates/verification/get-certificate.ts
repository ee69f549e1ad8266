import type { Input, Reply } from '#platform/contract/route.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { findPublicCertificate } from './find-public-certificate.ts'

export const getCertificate = (
  ctx: CtxWithoutTx,
  { id }: Input<typeof contract.getCertificate>,
): Promise<Reply<typeof contract.getCertificate>> => findPublicCertificate(ctx, id)
