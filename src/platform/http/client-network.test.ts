import { expect, test } from 'vitest'
import { clientNetwork } from './client-network.ts'

test('counts an IPv4 address alone, also in IPv6 notation', () => {
  for (const written of ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:cb00:7107'])
    expect(clientNetwork(written)).toBe('203.0.113.7')
})

test('counts addresses of one IPv6 /64 as one network', () => {
  const same = ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::%eth0']
  expect(new Set(same.map(clientNetwork))).toEqual(new Set(['2001:db8:1:2::/64']))
  expect(clientNetwork('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64')
  expect(clientNetwork('::1')).toBe('0:0:0:0::/64')
  expect(clientNetwork('fe80::1')).toBe('fe80:0:0:0::/64')
})

test('returns other texts unchanged', () => {
  expect(clientNetwork('')).toBe('')
  expect(clientNetwork('a socket')).toBe('a socket')
})
