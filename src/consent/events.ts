import { defineEvent } from '#tenancy/context/domain-events.ts'
import type { Purpose } from './consents.ts'

/** Somebody gave a consent or took it back. */
export const consentChanged = defineEvent<{ user_id: string; purpose: Purpose; is_given: boolean }>(
  'consent_changed',
)

/** Somebody accepted legal texts: of each kind the version; `notAcceptedYet` for a text that was not among them. */
export const legalTextsAccepted = defineEvent<{ user_id: string; terms: number; privacy: number }>(
  'legal_texts_accepted',
)
