import type { Ctx } from '#tenancy/context/request-context.ts'
import type { LegalKind } from '#tenancy/hosts/school.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { sanitizeRichText } from '#platform/security/sanitize-rich-text.ts'
import { legalDocumentKinds, type listLegalDrafts as list, type saveLegalDraft as save } from './contract.ts'
import { versionView, selectVersions } from './queries.ts'

export async function listLegalDrafts(ctx: Ctx): Promise<Reply<typeof list>> {
  const { tx, school_id, brand } = ctx
  const drafts = await tx.selectFrom('legal_drafts').where('school_id', '=', school_id).selectAll().execute()
  const data = []
  for (const kind of legalDocumentKinds) {
    const draft = drafts.find((row) => row.kind === kind)
    const published = await getCurrentVersion(ctx, kind)
    data.push({
      kind,
      // Without a draft, editing starts from the published text.
      body: sanitizeRichText((draft ?? published)?.body ?? ''),
      url: (draft ?? published)?.url ?? null,
      updated_at: draft?.updated_at ?? null,
      published: published ? versionView(published) : null,
      fallback_url: brand[`${kind}_url`],
    })
  }
  return { data }
}

export const getCurrentVersion = (ctx: Ctx, kind: LegalKind) =>
  selectVersions(ctx, kind).selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst()

export async function saveLegalDraft(
  { tx, school_id, now, actor }: Ctx,
  { kind, body, url = null }: Input<typeof save>,
): Promise<Reply<typeof save>> {
  const draft = { body: sanitizeRichText(body), url, updated_at: now, updated_by: actor.id }
  await tx
    .insertInto('legal_drafts')
    .values({ school_id, kind, ...draft })
    .onConflict((oc) =>
      oc.columns(['school_id', 'kind']).doUpdateSet((eb) => ({
        body: eb.ref('excluded.body'),
        url: eb.ref('excluded.url'),
        updated_at: eb.ref('excluded.updated_at'),
        updated_by: eb.ref('excluded.updated_by'),
      })),
    )
    .execute()
  return { kind, body: draft.body, url, updated_at: now }
}
