import type { Ctx } from '#tenancy/context/request-context.ts'
import type { LegalKind } from '#tenancy/hosts/school.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { versionView, selectVersions } from './queries.ts'
import { currentLegalDocuments } from './current-documents.ts'

const maxVersions = 100

export async function listLegalDocuments({
  config,
  school,
}: Ctx): Promise<Reply<typeof contract.listLegalDocuments>> {
  const { legal, ...rest } = school!
  const versions = { terms: legal.terms.version, privacy: legal.privacy.version }
  return { data: currentLegalDocuments(config, rest, versions) }
}

export async function getLegalDocument(
  ctx: Ctx,
  { kind, version }: Input<typeof contract.getLegalDocument>,
): Promise<Reply<typeof contract.getLegalDocument>> {
  const versions = await selectVersions(ctx, kind)
    .select(['version', 'published_at'])
    .orderBy('version', 'desc')
    .limit(maxVersions)
    .execute()
  const newest = ensureFound(versions[0]).version
  const row = await selectVersions(ctx, kind)
    .where('version', '=', version ?? newest)
    .selectAll()
    .executeTakeFirst()
  const text = versionView(ensureFound(row))
  return { kind: kind as LegalKind, ...text, is_current: text.version === newest, versions }
}
