import { expect, test } from 'vitest'
import { availableMemory, memorySettings, serverSettings } from './server-settings.ts'

const mebibyte = 1024 * 1024

test.each([
  [
    512,
    { shared_buffers: '64MB', effective_cache_size: '256MB', work_mem: '4MB', maintenance_work_mem: '32MB' },
  ],
  [
    2_048,
    {
      shared_buffers: '256MB',
      effective_cache_size: '1024MB',
      work_mem: '4MB',
      maintenance_work_mem: '64MB',
    },
  ],
  [
    8_192,
    {
      shared_buffers: '1024MB',
      effective_cache_size: '4096MB',
      work_mem: '16MB',
      maintenance_work_mem: '256MB',
    },
  ],
  [
    262_144,
    {
      shared_buffers: '1024MB',
      effective_cache_size: '65536MB',
      work_mem: '32MB',
      maintenance_work_mem: '256MB',
    },
  ],
])('a machine of %i MB', (megabytes, expected) => {
  expect(memorySettings(megabytes * mebibyte)).toEqual(expected)
})

test('uses the memory limit of a container if it is lower than the machine’s', () => {
  expect(availableMemory(8_192 * mebibyte, 1_024 * mebibyte)).toBe(1_024 * mebibyte)
  expect(availableMemory(8_192 * mebibyte, 0)).toBe(8_192 * mebibyte)
  // Without a limit the system reports more than all memory.
  expect(availableMemory(8_192 * mebibyte, 2 ** 63)).toBe(8_192 * mebibyte)
})

test('keeps durability, except in tests', () => {
  const durability = /^(?:fsync|synchronous_commit|full_page_writes)=/
  expect(serverSettings(false).filter((setting) => durability.test(setting))).toEqual([])
  expect(serverSettings(true).filter((setting) => durability.test(setting))).toHaveLength(3)
})
