import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { ConsentPurpose } from './consents.ts'
import type * as contract from './contract.ts'
import { listAcceptances, getAcceptedVersions } from './queries.ts'
import { pendingLegalDocuments } from './pending-documents.ts'

const maxRows = 100

export async function getUserConsent(
  ctx: Ctx,
  { user_id }: Input<typeof contract.getUserConsent>,
): Promise<Reply<typeof contract.getUserConsent>> {
  const { tx, school_id } = ctx
  const person = await getAcceptedVersions(ctx, user_id)
  const rows = await tx
    .selectFrom('consents')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .select(['purpose', 'is_given', 'changed_at'])
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxRows)
    .execute()
  return {
    pending_document_kinds: pendingLegalDocuments(ctx, person),
    accepted: await listAcceptances(ctx, user_id, maxRows),
    consents: rows.map((row) => ({ ...row, purpose: row.purpose as ConsentPurpose })),
  }
}
