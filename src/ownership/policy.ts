import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

export interface OfferState {
  state: string
  expires_at: Date
}

export const isOfferOpen = ({ state, expires_at }: OfferState, now: Date) =>
  state === 'open' && expires_at > now

/** A school must always have an owner. `owner_ids` are the active owners. */
export const mayLeaveSchool = (owner_id: string, owner_ids: readonly string[]): Verdict =>
  owner_ids.some((id) => id !== owner_id) ? allow : refuse('last_owner')
