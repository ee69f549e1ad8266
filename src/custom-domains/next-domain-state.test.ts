import { expect, test } from 'vitest'
import type { DnsResult } from './look-up-records.ts'
import { nextCheckAt, nextDomainState, type DomainState, type DomainTransition } from './next-domain-state.ts'

const now = new Date('2026-11-21T12:00:00Z')
const day = 86_400_000
const ago = (days: number) => new Date(now.getTime() - days * day)

const good: DnsResult = { is_verified: true, pointsToTarget: true, problem: null, found_records: [] }
const otherTarget: DnsResult = {
  is_verified: true,
  pointsToTarget: false,
  problem: 'wrong_target',
  found_records: ['192.0.2.1'],
}
const unproven: DnsResult = {
  is_verified: false,
  pointsToTarget: false,
  problem: 'record_missing',
  found_records: [],
}
const silent: DnsResult = {
  is_verified: null,
  pointsToTarget: null,
  problem: 'dns_unreachable',
  found_records: [],
}

interface Case {
  state: DomainState
  /** Days. */
  failing?: number
  findings: DnsResult
  becomes: DomainState
  host: DomainTransition['host']
}

const cases: Case[] = [
  { state: 'pending', findings: unproven, becomes: 'pending', host: 'none' },
  { state: 'pending', findings: otherTarget, becomes: 'verified', host: 'answers' },
  { state: 'pending', findings: good, becomes: 'active', host: 'canonical' },
  { state: 'pending', findings: silent, becomes: 'pending', host: 'none' },
  { state: 'verified', findings: unproven, becomes: 'pending', host: 'none' },
  { state: 'verified', findings: otherTarget, becomes: 'verified', host: 'answers' },
  { state: 'verified', findings: good, becomes: 'active', host: 'canonical' },
  { state: 'verified', findings: silent, becomes: 'verified', host: 'answers' },
  { state: 'active', findings: good, becomes: 'active', host: 'canonical' },
  { state: 'active', findings: otherTarget, becomes: 'failed', host: 'answers' },
  { state: 'active', findings: unproven, becomes: 'failed', host: 'answers' },
  { state: 'active', findings: silent, becomes: 'active', host: 'canonical' },
  { state: 'failed', failing: 3, findings: unproven, becomes: 'failed', host: 'answers' },
  { state: 'failed', failing: 8, findings: unproven, becomes: 'failed', host: 'none' },
  { state: 'failed', failing: 8, findings: otherTarget, becomes: 'failed', host: 'none' },
  { state: 'failed', failing: 3, findings: silent, becomes: 'failed', host: 'answers' },
  { state: 'failed', failing: 8, findings: silent, becomes: 'failed', host: 'none' },
  { state: 'failed', failing: 30, findings: good, becomes: 'active', host: 'canonical' },
]

test.each(cases)(
  'becomes $state after $failing days of $findings.problem',
  ({ state, failing, findings, becomes, host }) => {
    const failing_since = failing === undefined ? null : ago(failing)
    const next = nextDomainState({ state, failing_since }, findings, now)
    expect([next.state, next.host, next.problem]).toEqual([becomes, host, findings.problem])
    expect(next.failing_since !== null).toBe(becomes === 'failed')
  },
)

test('starts the grace period at the first failure only', () => {
  const next = nextDomainState({ state: 'failed', failing_since: ago(3) }, unproven, now)
  expect(next.failing_since).toEqual(ago(3))
})

test.each([
  ['pending', 0.01, 10],
  ['pending', 1, 60],
  ['pending', 4, 1_440],
  ['verified', 0.01, 10],
  ['active', 0.01, 1_440],
  ['failed', 40, 1_440],
] as const)('checks a domain that is %s for %s days again in %s minutes', (state, age, minutes) => {
  const next = nextCheckAt({ state }, { created_at: ago(age), now })
  expect((next.getTime() - now.getTime()) / 60_000).toBe(minutes)
})
