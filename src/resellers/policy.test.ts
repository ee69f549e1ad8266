import { expect, test } from 'vitest'
import { mayUseRootDomain, mayChangeRootDomain, domainsOverlap } from './policy.ts'

const said = (domain: string) => {
  const verdict = mayUseRootDomain(domain, { ours: 'schools.lyceum.test', others: ['academy.example'] })
  return verdict.allowed ? 'allowed' : verdict.code
}

test.each([
  ['other.example', 'allowed'],
  ['notacademy.example', 'allowed'],
  ['example', 'domain_invalid'],
  ['127.0.0.1', 'domain_invalid'],
  ['a b.example', 'domain_invalid'],
  ['academy.localhost', 'domain_invalid'],
  ['schools.lyceum.test', 'domain_reserved'],
  ['deep.schools.lyceum.test', 'domain_reserved'],
  ['lyceum.test', 'domain_reserved'],
  ['academy.example', 'root_domain_taken'],
  ['kampala.academy.example', 'root_domain_taken'],
])('decides on %s as a root domain: %s', (domain, expected) => {
  expect(said(domain)).toBe(expected)
})

test('compares domains by whole labels', () => {
  expect(domainsOverlap('a.example', 'a.example')).toBe(true)
  expect(domainsOverlap('b.a.example', 'a.example')).toBe(true)
  expect(domainsOverlap('a.example', 'b.a.example')).toBe(true)
  expect(domainsOverlap('ba.example', 'a.example')).toBe(false)
})

test('allows a new root domain only while nothing depends on the old one', () => {
  expect(mayChangeRootDomain({ is_serving: false, in_use: false }).allowed).toBe(true)
  for (const domainState of [
    { is_serving: true, in_use: false },
    { is_serving: false, in_use: true },
  ])
    expect(mayChangeRootDomain(domainState)).toEqual({ allowed: false, code: 'root_domain_in_use' })
})
