import { defineEvent } from '#tenancy/context/domain-events.ts'
import type { ConsentPurpose } from './consents.ts'

/** Somebody gave a consent or took it back. */
export const consentChanged = defineEvent<{ user_id: string; purpose: ConsentPurpose; is_given: boolean }>(
  'consent_changed',
)

/** Somebody accepted legal texts: of each kind the version; `neverAcceptedVersion` for a text that was not among them. */
export const legalTextsAccepted = defineEvent<{ user_id: string; terms: number; privacy: number }>(
  'legal_texts_accepted',
)
