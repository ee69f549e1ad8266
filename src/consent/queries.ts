import type { Selectable } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { LegalKind, LegalTextVersions } from '#tenancy/hosts/school.ts'
import type { LegalVersions } from '#platform/database/database-types.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import { sanitizeRichText } from '#platform/security/sanitize-rich-text.ts'
import type { AcceptanceSource } from './record-acceptances.ts'

type Reach = Pick<Ctx, 'tx' | 'school_id'>

/** The legal versions of the school in this transaction; requests usually read `ctx.school`. */
export async function getLegalVersions({ tx, school_id }: Reach): Promise<LegalTextVersions> {
  const row = await tx
    .selectFrom('schools')
    .where('school_id', '=', school_id)
    .select(['terms_version', 'terms_required', 'privacy_version', 'privacy_required'])
    .executeTakeFirstOrThrow()
  return {
    terms: { version: row.terms_version, required: row.terms_required },
    privacy: { version: row.privacy_version, required: row.privacy_required },
  }
}

export async function getAcceptedVersions({ tx, school_id }: Reach, user_id: string) {
  return ensureFound(
    await tx
      .selectFrom('users')
      .where('school_id', '=', school_id)
      .where('id', '=', user_id)
      .where('status', '<>', 'removed')
      .select(['accepted_terms_version', 'accepted_privacy_version'])
      .executeTakeFirst(),
  )
}

export const selectVersions = ({ tx, school_id }: Reach, kind: LegalKind) =>
  tx.selectFrom('legal_versions').where('school_id', '=', school_id).where('kind', '=', kind)

/** Sanitised again for readers. */
export const versionView = ({ version, body, url, changes, published_at }: Selectable<LegalVersions>) => ({
  version,
  body: sanitizeRichText(body),
  url,
  changes,
  published_at,
})

/** Newest first. */
export async function listAcceptances({ tx, school_id }: Reach, user_id: string, limit: number) {
  const rows = await tx
    .selectFrom('legal_acceptances')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .select(['kind', 'version', 'url', 'source', 'accepted_at'])
    .orderBy('accepted_at', 'desc')
    .orderBy('kind')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as LegalKind, source: row.source as AcceptanceSource }))
}
