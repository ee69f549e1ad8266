import { createHash } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { startS3Server } from '#testing/fakes/s3-server.ts'
import { openDiskStorage } from './disk.ts'
import { derivedObjectKey, createObjectKey, ownerIdOfKey } from './keys.ts'
import { withFallback } from './fallback-storage.ts'
import { openS3Storage } from './s3/s3.ts'
import {
  ObjectExistsError,
  ObjectMissingError,
  OffsetMismatchError,
  SizeMismatchError,
  type Storage,
} from './storage.ts'

let dataDir: string
let store: Awaited<ReturnType<typeof startS3Server>>
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lyceum-storage-'))
  store = await startS3Server()
})
afterAll(() => store.stop())

const someId = newId()

async function* streamOf(...parts: (string | Uint8Array)[]) {
  for (const part of parts) yield Buffer.from(part)
}
const disk = () => openDiskStorage({ dataDir, appSecret: 'a secret of the test' })
const s3 = () => openS3Storage(store.config)

/** Behaviour of every storage. */
describe.each([
  ['on disk', disk],
  ['in a store that speaks S3', s3],
  ['in the store, with the disk behind', () => withFallback(s3(), disk())],
  ['on disk, with the store behind', () => withFallback(disk(), s3())],
])('%s', (_where, open) => {
  let storage: Storage
  let key: string
  let school_id: string
  beforeEach(() => {
    storage = open()
    school_id = newId()
    key = createObjectKey(school_id)
  })
  const textOf = async (of: string, range?: { start: number; end: number }) =>
    (await buffer(await storage.read(of, range))).toString()
  const stored = async () => {
    const objects: { key: string; size: number }[] = []
    for await (const object of storage.list(school_id)) objects.push(object)
    return objects
  }

  test('returns an object unchanged, whole and in ranges', async () => {
    await storage.put(key, streamOf('abc', 'def'), { size: 6 })
    expect(await textOf(key)).toBe('abcdef')
    expect(await textOf(key, { start: 2, end: 3 })).toBe('cd')
    expect(await storage.stat(key)).toEqual({ size: 6 })
    expect(await stored()).toHaveLength(1)
  })

  test('stores nothing if more or fewer bytes arrive than announced', async () => {
    await expect(storage.put(key, streamOf('abcd'), { size: 3 })).rejects.toBeInstanceOf(SizeMismatchError)
    await expect(storage.put(key, streamOf('ab'), { size: 3 })).rejects.toBeInstanceOf(SizeMismatchError)
    expect(await storage.stat(key)).toBeNull()
    expect(await stored()).toEqual([])
  })

  test('leaves nothing after an interruption, and accepts a retry', async () => {
    async function* breaking() {
      yield Buffer.from('ab')
      throw new Error('connection lost')
    }
    await expect(storage.put(key, breaking(), { size: 4 })).rejects.toThrow('connection lost')
    const stop = new AbortController()
    async function* stopping() {
      yield Buffer.from('ab')
      stop.abort(new Error('stopped'))
      yield Buffer.from('cd')
    }
    await expect(storage.put(key, stopping(), { size: 4, signal: stop.signal })).rejects.toThrow('stopped')
    expect(await stored()).toEqual([])
    await storage.put(key, streamOf('abcd'), { size: 4 })
    expect(await textOf(key)).toBe('abcd')
  })

  test('stores one of several concurrent objects and never replaces it', async () => {
    const bodies = ['aaaa', 'bbbb', 'cccc', 'dddd']
    const outcomes = await Promise.allSettled(
      bodies.map((body) => storage.put(key, streamOf(body), { size: 4 })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const reasons = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    )
    expect(reasons.every((reason) => reason instanceof ObjectExistsError)).toBe(true)
    const first = await textOf(key)
    expect(bodies).toContain(first)
    await expect(storage.put(key, streamOf('eeee'), { size: 4 })).rejects.toBeInstanceOf(ObjectExistsError)
    expect(await textOf(key)).toBe(first)
    expect(await stored()).toHaveLength(1)
  })

  test('copies local files', async () => {
    const local = join(dataDir, 'local.txt')
    await writeFile(local, 'hello')
    expect(await storage.copyIn(local, key)).toBe(5)
    expect(await textOf(key)).toBe('hello')
  })

  test('deletes an object with incomplete parts, repeatedly', async () => {
    await storage.put(key, streamOf('abcd'), { size: 4 })
    const half = createObjectKey(school_id)
    await storage.append(half, streamOf('ab'), { offset: 0, size: 4 })
    for (const each of [key, half, key, half]) await storage.remove(each)
    expect(await stored()).toEqual([])
    expect(await storage.received(half)).toBe(0)
    await expect(storage.read(key)).rejects.toBeInstanceOf(ObjectMissingError)
  })

  test('stores an object in parts, readable after the last byte', async () => {
    const bytes = Buffer.alloc(17_000_001, 'lyceum ')
    const size = bytes.length
    async function* broken(from: number, to: number) {
      yield bytes.subarray(from, to)
      throw new Error('connection lost')
    }
    await expect(storage.append(key, broken(0, 9_000_001), { offset: 0, size })).rejects.toThrow(
      'connection lost',
    )
    expect(await storage.received(key)).toBe(9_000_001)
    expect(await storage.stat(key)).toBeNull()
    await expect(storage.append(key, streamOf('x'), { offset: 9_000_000, size })).rejects.toBeInstanceOf(
      OffsetMismatchError,
    )
    expect(
      await storage.append(key, [bytes.subarray(9_000_001, 9_000_009)], { offset: 9_000_001, size }),
    ).toBe(9_000_009)
    const more = [bytes.subarray(9_000_009, 12_000_000), Buffer.alloc(size)]
    await expect(storage.append(key, more, { offset: 9_000_009, size })).rejects.toBeInstanceOf(
      SizeMismatchError,
    )
    expect(await storage.received(key)).toBe(12_000_000)
    expect(await storage.append(key, [bytes.subarray(12_000_000)], { offset: 12_000_000, size })).toBe(size)
    expect(await storage.received(key)).toBe(size)
    const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    expect(sum(await buffer(await storage.read(key)))).toBe(sum(bytes))
    expect(await storage.claim(key)).toBe(key)
    expect(await stored()).toEqual([{ key, size }])
  })

  test('stores an object larger than one part completely or not at all', async () => {
    const bytes = Buffer.alloc(20_000_000, 'school ')
    await expect(storage.put(key, streamOf(bytes), { size: bytes.length + 1 })).rejects.toBeInstanceOf(
      SizeMismatchError,
    )
    expect(await stored()).toEqual([])
    await storage.put(key, streamOf(bytes), { size: bytes.length })
    expect((await buffer(await storage.read(key))).equals(bytes)).toBe(true)
  })

  test('copies an object without replacing one', async () => {
    const [from, to] = [createObjectKey(school_id), createObjectKey(school_id)]
    await expect(storage.copy(from, to)).rejects.toBeInstanceOf(ObjectMissingError)
    await storage.put(from, streamOf('abcd'), { size: 4 })
    await storage.copy(from, to)
    expect(await textOf(to)).toBe('abcd')
    await storage.put(key, streamOf('efgh'), { size: 4 })
    await storage.copy(key, to)
    expect(await textOf(to)).toBe('abcd')
  })

  describe('only a generated key becomes a path', () => {
    test.each([
      '../secret',
      `${someId}/../../secret`,
      `${someId}/..%2f..%2fsecret`,
      `${someId}\\..\\secret`,
      `/${someId}/${'a'.repeat(40)}`,
      `${someId}/${'a'.repeat(40)}/x`,
      `${someId}/${'a'.repeat(40)}\n`,
      `${someId}/${'A'.repeat(40)}`,
      `${someId}/${'a'.repeat(39)}\0`,
      '',
    ])('%j', async (bad) => {
      expect(ownerIdOfKey(bad)).toBeUndefined()
      await expect(storage.read(bad)).rejects.toThrow('not a storage key')
      await expect(storage.put(bad, streamOf('a'), { size: 1 })).rejects.toThrow('not a storage key')
      await expect(storage.remove(bad)).rejects.toThrow('not a storage key')
    })
  })
})

test('keys are below their school, and derived objects have their own', () => {
  const school_id = newId()
  const own = createObjectKey(school_id)
  expect(ownerIdOfKey(own)).toBe(school_id)
  expect(createObjectKey(school_id)).not.toBe(own)
  expect(ownerIdOfKey(derivedObjectKey(own))).toBe(school_id)
  expect(derivedObjectKey(own)).toBe(derivedObjectKey(own))
  expect(derivedObjectKey(own)).not.toBe(own)
})
