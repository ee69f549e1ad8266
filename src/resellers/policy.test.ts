import { expect, test } from 'vitest'
import { mayBeRoot, mayMove, overlap } from './policy.ts'

const said = (domain: string) => {
  const verdict = mayBeRoot(domain, { ours: 'schools.lyceum.test', others: ['academy.example'] })
  return verdict.allowed ? 'allowed' : verdict.code
}

test.each([
  ['other.example', 'allowed'],
  ['notacademy.example', 'allowed'],
  ['example', 'domain_malformed'],
  ['127.0.0.1', 'domain_malformed'],
  ['a b.example', 'domain_malformed'],
  ['academy.localhost', 'domain_malformed'],
  ['schools.lyceum.test', 'domain_ours'],
  ['deep.schools.lyceum.test', 'domain_ours'],
  ['lyceum.test', 'domain_ours'],
  ['academy.example', 'root_domain_taken'],
  ['kampala.academy.example', 'root_domain_taken'],
])('%s as a root domain: %s', (domain, expected) => {
  expect(said(domain)).toBe(expected)
})

test('domains overlap by whole labels', () => {
  expect(overlap('a.example', 'a.example')).toBe(true)
  expect(overlap('b.a.example', 'a.example')).toBe(true)
  expect(overlap('a.example', 'b.a.example')).toBe(true)
  expect(overlap('ba.example', 'a.example')).toBe(false)
})

test('a root domain moves only while nothing hangs on it', () => {
  expect(mayMove({ answers: false, in_use: false }).allowed).toBe(true)
  for (const standing of [
    { answers: true, in_use: false },
    { answers: false, in_use: true },
  ])
    expect(mayMove(standing)).toEqual({ allowed: false, code: 'root_domain_in_use' })
})
