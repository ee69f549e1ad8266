import { expect, test } from 'vitest'
import { validateDomainName, normalizeDomain } from './domain-name.ts'

test.each([
  ['courses.example.com', 'courses.example.com'],
  ['  HTTPS://Courses.Example.com:443/path?x#y ', 'courses.example.com'],
  ['example.com.', 'example.com'],
  ['école.example', 'xn--cole-9oa.example'],
])('%j is %j', (given, normal) => expect(normalizeDomain(given)).toBe(normal))

test.each([
  ['example.com', null],
  ['a.b.c.example.co.uk', null],
  ['lyceum.test', 'domain_ours'],
  ['kano.lyceum.test', 'domain_ours'],
  ['a.kano.lyceum.test', 'domain_ours'],
  ['notlyceum.test', null],
  ['example', 'domain_malformed'],
  ['', 'domain_malformed'],
  ['10.0.0.1', 'domain_malformed'],
  ['1.2', 'domain_malformed'],
  ['-a.example.com', 'domain_malformed'],
  ['a_b.example.com', 'domain_malformed'],
  ['a..example.com', 'domain_malformed'],
  ['example.com/../x', 'domain_malformed'],
  ['x.localhost', 'domain_malformed'],
  ['printer.local', 'domain_malformed'],
  [`${'a'.repeat(64)}.example.com`, 'domain_malformed'],
  [`${'abcdefgh.'.repeat(31)}com`, 'domain_malformed'],
])('%j is refused as %j', (domain, error) => expect(validateDomainName(domain, 'lyceum.test')).toBe(error))
