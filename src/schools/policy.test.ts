import { expect, test } from 'vitest'
import { addressSkeleton } from './creation/address.ts'
import { mayTakeAddress } from './policy.ts'

const taken = { addresses: new Set(['hilltop']), skeletons: new Set([addressSkeleton('hilltop')]) }

test.each([
  ['valley', { allowed: true }],
  ['hilltop', { allowed: false, code: 'address_taken' }],
  ['hi11t0p', { allowed: false, code: 'address_lookalike' }],
  ['hill-top', { allowed: false, code: 'address_lookalike' }],
  ['admin', { allowed: false, code: 'address_reserved' }],
  ['g00gle', { allowed: false, code: 'address_lookalike' }],
  ['a', { allowed: false, code: 'too_short' }],
  ['a b c', { allowed: false, code: 'invalid_format' }],
])('decides on %s beside hilltop: %j', (address, verdict) =>
  expect(mayTakeAddress(address, taken)).toEqual(verdict),
)

test.each([
  ['lyceum', 'address_reserved'],
  ['1yceum', 'address_lookalike'],
])('recognises %s as the product’s name: %s', (address, code) => {
  const free = { addresses: new Set<string>(), skeletons: new Set<string>() }
  expect(mayTakeAddress(address, free)).toEqual({ allowed: false, code })
})
