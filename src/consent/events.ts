import { defineEvent } from '#tenancy/context/domain-events.ts'
import type { ConsentPurpose } from './consents.ts'

/** A person gave or withdrew a consent. */
export const consentChanged = defineEvent<{ user_id: string; purpose: ConsentPurpose; is_given: boolean }>(
  'consent_changed',
)

/**
 * A person accepted legal texts: the version of each kind; `neverAcceptedVersion` for texts that were not
 * included.
 */
export const legalTextsAccepted = defineEvent<{ user_id: string; terms: number; privacy: number }>(
  'legal_texts_accepted',
)
