import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

// The user's row contains the current consents, so that `me` and visits need no other query.

interface ConsentChange {
  user_id: string
  purpose: string
  is_given: boolean
}

/** Adds a purpose to the consents of a user's row, or removes it. */
export async function storeConsent({ tx, school_id }: Ctx, { user_id, purpose, is_given }: ConsentChange) {
  const without = sql<string[]>`array_remove(consented_purposes, ${purpose})`
  await tx
    .updateTable('users')
    .set({ consented_purposes: is_given ? sql<string[]>`${without} || ${purpose}::text` : without })
    .where('school_id', '=', school_id)
    .where('id', '=', user_id)
    .execute()
}

interface AcceptedTexts {
  user_id: string
  terms: number
  privacy: number
}

/** Raises the accepted versions in a user's row; a lower version changes nothing. */
export async function storeAcceptedTexts({ tx, school_id }: Ctx, { user_id, terms, privacy }: AcceptedTexts) {
  await tx
    .updateTable('users')
    .set({
      accepted_terms_version: sql<number>`greatest(accepted_terms_version, ${terms}::int)`,
      accepted_privacy_version: sql<number>`greatest(accepted_privacy_version, ${privacy}::int)`,
    })
    .where('school_id', '=', school_id)
    .where('id', '=', user_id)
    .execute()
}
