import type { Ctx } from '#tenancy/context/request-context.ts'
import type { LegalKind } from '#tenancy/hosts/school.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { htmlToText } from '#platform/security/sanitize-rich-text.ts'
import { raiseLegalVersion } from '#tenancy/index.ts'
import type * as contract from './contract.ts'
import { getCurrentVersion } from './drafts.ts'

export async function publishLegalDocument(
  ctx: Ctx,
  { kind, updated_at, needs_acceptance, changes = '' }: Input<typeof contract.publishLegalDocument>,
): Promise<Reply<typeof contract.publishLegalDocument>> {
  const { tx, school_id, now, actor } = ctx
  const draft = await draftToPublish(ctx, kind)
  if (!draft || (draft.url === null && htmlToText(draft.body) === '')) throw new Refusal('legal_draft_empty')
  if (draft.updated_at.getTime() !== new Date(updated_at).getTime()) throw new Refusal('legal_draft_conflict')
  const before = await getCurrentVersion(ctx, kind)
  if (before && before.url === draft.url && before.body === draft.body)
    throw new Refusal('legal_draft_unchanged')
  const version = await raiseLegalVersion(ctx, kind, needs_acceptance)
  const { body, url } = draft
  await tx
    .insertInto('legal_versions')
    .values({
      school_id,
      kind,
      version,
      body,
      url,
      needs_acceptance,
      changes: changes.trim(),
      published_at: now,
      published_by: actor.id,
    })
    .execute()
  await ctx.audit('legal.published', ['legal_text', kind], { version, needs_acceptance })
  ctx.invalidateSchool()
  return { kind, version, published_at: now }
}

/** Locked until commit: the second of two concurrent calls finds nothing new. A linked page has no text. */
async function draftToPublish({ tx, school_id }: Ctx, kind: LegalKind) {
  const draft = await tx
    .selectFrom('legal_drafts')
    .where('school_id', '=', school_id)
    .where('kind', '=', kind)
    .select(['body', 'url', 'updated_at'])
    .forUpdate()
    .executeTakeFirst()
  return draft && { ...draft, body: draft.url === null ? draft.body : '' }
}
