import { expect, test } from 'vitest'
import { validateDomainName, normalizeDomain } from './domain-name.ts'

test.each([
  ['courses.example.com', 'courses.example.com'],
  ['  HTTPS://Courses.Example.com:443/path?x#y ', 'courses.example.com'],
  ['example.com.', 'example.com'],
  ['école.example', 'xn--cole-9oa.example'],
])('normalises %j to %j', (given, normal) => expect(normalizeDomain(given)).toBe(normal))

test.each([
  ['example.com', null],
  ['a.b.c.example.co.uk', null],
  ['lyceum.test', 'domain_reserved'],
  ['kano.lyceum.test', 'domain_reserved'],
  ['a.kano.lyceum.test', 'domain_reserved'],
  ['notlyceum.test', null],
  ['example', 'domain_invalid'],
  ['', 'domain_invalid'],
  ['10.0.0.1', 'domain_invalid'],
  ['1.2', 'domain_invalid'],
  ['-a.example.com', 'domain_invalid'],
  ['a_b.example.com', 'domain_invalid'],
  ['a..example.com', 'domain_invalid'],
  ['example.com/../x', 'domain_invalid'],
  ['x.localhost', 'domain_invalid'],
  ['printer.local', 'domain_invalid'],
  [`${'a'.repeat(64)}.example.com`, 'domain_invalid'],
  [`${'abcdefgh.'.repeat(31)}com`, 'domain_invalid'],
])('refuses %j as %j', (domain, error) => expect(validateDomainName(domain, 'lyceum.test')).toBe(error))
