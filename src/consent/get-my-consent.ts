import type { Ctx } from '#tenancy/context/request-context.ts'
import type { LegalKind } from '#tenancy/hosts/school.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { getCurrentConsents } from './consents.ts'
import { acceptedVersion, neverAcceptedVersion, type AcceptedVersions } from './policy.ts'
import {
  listAcceptances,
  getAcceptedVersions,
  getLegalVersions,
  versionView,
  selectVersions,
} from './queries.ts'
import { recordAcceptances } from './record-acceptances.ts'
import { currentLegalDocuments } from './current-documents.ts'
import { pendingLegalDocuments } from './pending-documents.ts'

/** Maximum number of change notes that are shown. */
const maxNotes = 20

export async function getMyConsent(ctx: Ctx): Promise<Reply<typeof contract.getMyConsent>> {
  // A support visitor is not a user and accepts nothing.
  if (ctx.actor.support) return { pending_documents: [], accepted: [], consents: [] }
  const person = await getAcceptedVersions(ctx, ctx.actor.id)
  const pending_documents = []
  for (const kind of pendingLegalDocuments(ctx, person, await getLegalVersions(ctx)))
    pending_documents.push(await toAccept(ctx, kind, person))
  return {
    pending_documents,
    accepted: await listAcceptances(ctx, ctx.actor.id, 100),
    consents: await getCurrentConsents(ctx, ctx.actor.id),
  }
}

/** The current version, with the changes since the accepted one, newest first. */
async function toAccept(ctx: Ctx, kind: LegalKind, person: AcceptedVersions) {
  const last = acceptedVersion(person, kind)
  const accepted_version = Math.max(0, last)
  const rows = await selectVersions(ctx, kind)
    .where('version', '>', accepted_version)
    .selectAll()
    .orderBy('version', 'desc')
    .limit(maxNotes)
    .execute()
  const newest = rows[0]
  if (!newest) {
    const url = ctx.school!.brand[`${kind}_url`]
    return { kind, version: 0, body: '', url, changes: '', published_at: null, accepted_version }
  }
  // A new user reads the text and needs no list of changes.
  const changes = last !== neverAcceptedVersion ? rows.map((row) => row.changes).filter(Boolean) : []
  return { kind, ...versionView(newest), changes: changes.join('\n'), accepted_version }
}

export async function acceptLegalDocuments(
  ctx: Ctx,
  { accepted_documents }: Input<typeof contract.acceptLegalDocuments>,
): Promise<Reply<typeof contract.acceptLegalDocuments>> {
  const { config, school, actor } = ctx
  const legalVersions = await getLegalVersions(ctx)
  const inForce = currentLegalDocuments(config, school!, {
    terms: legalVersions.terms.version,
    privacy: legalVersions.privacy.version,
  })
  const accepted = accepted_documents.map(({ kind, version }) =>
    inForce.find((text) => text.kind === kind && text.version === version),
  )
  if (accepted.includes(undefined))
    throw new Refusal('legal_documents_changed', { extra: { texts: inForce } })
  const texts = inForce.filter((text) => accepted.includes(text))
  await recordAcceptances(ctx, { user_id: actor.id, texts, source: 'new_version_notice' })
  return {
    pending_document_kinds: pendingLegalDocuments(
      ctx,
      await getAcceptedVersions(ctx, actor.id),
      legalVersions,
    ),
  }
}
