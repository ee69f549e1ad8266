import type { DnsResult, DnsProblem } from './look-up-records.ts'

export type DomainState = 'pending' | 'verified' | 'active' | 'failed'

export interface HostStatus {
  state: DomainState
  failing_since: Date | null
}

export interface DomainTransition {
  state: DomainState
  problem: DnsProblem | null
  found_records: string[]
  failing_since: Date | null
  /** New state of the host: `canonical`, `answers` (active but not canonical) or `none`. */
  host: 'canonical' | 'answers' | 'none'
}

const day = 86_400_000
/** Milliseconds for which a failed domain keeps working. */
export const verificationGraceMs = 7 * day

/**
 * Computes the next state of a domain from a DNS result. Pure; without a DNS answer the state does not change.
 */
export function nextDomainState(
  { state, failing_since }: HostStatus,
  findings: DnsResult,
  now: Date,
): DomainTransition {
  const { is_verified, pointsToTarget, problem, found_records } = findings
  if (is_verified === null) {
    const host = state === 'active' ? 'canonical' : state === 'pending' ? 'none' : hostOf(failing_since, now)
    return { state, problem, found_records, failing_since, host }
  }
  if (is_verified && pointsToTarget)
    return { state: 'active', problem: null, found_records: [], failing_since: null, host: 'canonical' }
  if (state === 'active' || state === 'failed') {
    const since = failing_since ?? now
    return { state: 'failed', problem, found_records, failing_since: since, host: hostOf(since, now) }
  }
  if (is_verified) return { state: 'verified', problem, found_records, failing_since: null, host: 'answers' }
  return { state: 'pending', problem, found_records, failing_since: null, host: 'none' }
}

const hostOf = (failing_since: Date | null, now: Date) =>
  failing_since && now.getTime() - failing_since.getTime() > verificationGraceMs ? 'none' : 'answers'

/** Time of the next check. */
export function nextCheckAt(
  { state }: { state: DomainState },
  { created_at, now }: { created_at: Date; now: Date },
): Date {
  const age = now.getTime() - created_at.getTime()
  const settled = state === 'active' || age > 3 * day
  const wait = settled ? day : age < day / 12 ? day / 144 : day / 24
  return new Date(now.getTime() + wait)
}
