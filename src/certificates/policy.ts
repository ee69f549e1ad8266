import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'
import { isStaff, type Actor } from '#tenancy/access/actor.ts'

export type StoredState = 'issued' | 'revoked' | 'superseded'
export type CertificateState = StoredState | 'expired'

interface Stored {
  state: StoredState
  expires_at: Date | null
}

/** The state at `now`: nothing is written when a certificate expires. */
export const certificateState = ({ state, expires_at }: Stored, now: Date): CertificateState =>
  state === 'issued' && expires_at !== null && expires_at <= now ? 'expired' : state

/** Revoked and replaced certificates do not change any more; an expired one may be corrected and revoked. */
export const mayEnd = ({ state }: Pick<Stored, 'state'>): Verdict =>
  state === 'issued' ? allow : refuse('certificate_not_valid')

/** A student sees the own certificates, staff those of everybody. */
export const mayListCertificates = (actor: Pick<Actor, 'id' | 'role'>, student_id: string): Verdict =>
  isStaff(actor) || actor.id === student_id ? allow : refuse('forbidden')

interface Drawable extends Stored {
  is_public: boolean
  erased_at: Date | null
}

/** Whether a visitor may see the drawn certificate. `isHolder`: the link was signed for the student or staff. */
export function mayOpenFile(certificate: Drawable, isHolder: boolean): Verdict {
  if (certificate.erased_at) return refuse('person_erased')
  if (certificate.state !== 'issued') return refuse('certificate_not_valid')
  return certificate.is_public || isHolder ? allow : refuse('certificate_private')
}
