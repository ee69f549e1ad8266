import type { Ctx } from '#tenancy/context/request-context.ts'
import type { LegalKind } from '#tenancy/hosts/school.ts'
import { legalTextsAccepted } from './events.ts'
import { neverAcceptedVersion } from './policy.ts'

export type AcceptanceSource = 'registration' | 'invitation' | 'oidc' | 'magic_link' | 'new_version_notice'

interface Acceptances {
  user_id: string
  texts: readonly { kind: LegalKind; version: number; url: string | null }[]
  source: AcceptanceSource
}

/** Records acceptances. For a repeated acceptance, the first time counts. */
export async function recordAcceptances(ctx: Ctx, { user_id, texts, source }: Acceptances) {
  if (texts.length === 0) return
  const { tx, school_id, now } = ctx
  await tx
    .insertInto('legal_acceptances')
    .values(
      texts.map(({ kind, version, url }) => ({
        school_id,
        user_id,
        kind,
        version,
        // The school stores its own versions; for other pages it stores only the address.
        url: version === 0 ? url : null,
        source,
        accepted_at: now,
      })),
    )
    .onConflict((oc) => oc.columns(['school_id', 'user_id', 'kind', 'version']).doNothing())
    .execute()
  // A text that is not named keeps its number, which is negative while acceptance is required.
  const version = (kind: LegalKind) =>
    texts.find((text) => text.kind === kind)?.version ?? neverAcceptedVersion
  await ctx.emit(legalTextsAccepted, { user_id, terms: version('terms'), privacy: version('privacy') })
}
