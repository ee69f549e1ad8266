import { expect, test } from 'vitest'
import { isLoopback, isPublicAddress } from './public-address.ts'

const open = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4009:81f::200e',
  '2001:4860:4860::8888',
  '2003::1',
]

const closed = {
  'this network': ['0.0.0.0', '0.255.255.255', '::'],
  'private use': [
    '10.0.0.0',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.255.255',
  ],
  'shared by carriers': ['100.64.0.0', '100.127.255.255', '100.100.100.200'],
  loopback: ['127.0.0.1', '127.255.255.255', '::1'],
  'link-local': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'febf::1', 'fe80::1%eth0', '2606:4700::1%eth0'],
  metadata: ['169.254.169.254', '168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254'],
  'protocol assignments': [
    '192.0.0.1',
    '192.0.0.170',
    '192.88.99.1',
    '192.31.196.1',
    '192.52.193.1',
    '192.175.48.1',
  ],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.255', '2001:db8::1', '3fff::1'],
  benchmarks: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  reserved: ['240.0.0.1', '254.1.1.1', '255.255.255.255'],
  'unique local': ['fc00::1', 'fdff:ffff::1'],
  'old site-local': ['fec0::1'],
  'IPv4 carried by IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::ffff:0:10.0.0.1',
    '::10.0.0.1',
    '::8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  ],
  'identities and discards': ['2001:10::1', '2001:20::1', '100::1', '5f00::1', '4000::1', 'e000::1'],
  'no address': [
    '',
    'localhost',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '1.2.3',
    '1.2.3.4.5',
    '[::1]',
    ' 8.8.8.8',
  ],
}

test.each(open)('classifies %s as public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each(Object.entries(closed).flatMap(([why, all]) => all.map((address) => [address, why])))(
  'classifies %s as not public: %s',
  (address) => {
    expect(isPublicAddress(address)).toBe(false)
  },
)

test('recognises loopback addresses only as this machine', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1'].map(isLoopback)).toEqual([true, true, true])
  expect(['128.0.0.1', '10.0.0.1', '::2', 'localhost', '::ffff:10.0.0.1', '::1%lo'].map(isLoopback)).toEqual(
    Array.from({ length: 6 }, () => false),
  )
})
