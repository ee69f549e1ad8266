import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/tokens.ts'
import { openDiskStorage } from './disk.ts'
import { derivedKey, newKey, schoolOfKey } from './keys.ts'
import { ObjectExists, ObjectMissing, WrongSize, type Storage } from './storage.ts'

let dataDir: string
let storage: Storage
let key: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lyceum-storage-'))
  storage = openDiskStorage({ dataDir, appSecret: 'a secret of the test' })
  key = newKey(newId())
})

async function* pieces(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part)
}
const text = async (of: string, range?: { start: number; end: number }) =>
  (await buffer(await storage.read(of, range))).toString()
const files = async () =>
  (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length

test('an object comes back as it went in, whole and in parts', async () => {
  await storage.put(key, pieces('abc', 'def'), { size: 6 })
  expect(await text(key)).toBe('abcdef')
  expect(await text(key, { start: 2, end: 3 })).toBe('cd')
  expect(await storage.stat(key)).toEqual({ size: 6 })
  expect(await files()).toBe(1)
})

test('more or fewer bytes than announced leave nothing', async () => {
  await expect(storage.put(key, pieces('abcd'), { size: 3 })).rejects.toBeInstanceOf(WrongSize)
  await expect(storage.put(key, pieces('ab'), { size: 3 })).rejects.toBeInstanceOf(WrongSize)
  expect(await storage.stat(key)).toBeNull()
  expect(await files()).toBe(0)
})

test('an interrupted try leaves nothing and can be made again', async () => {
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
  expect(await files()).toBe(0)
  await storage.put(key, pieces('abcd'), { size: 4 })
  expect(await text(key)).toBe('abcd')
})

test('of several at once one is kept, and nothing replaces it afterwards', async () => {
  const bodies = ['aaaa', 'bbbb', 'cccc', 'dddd']
  const outcomes = await Promise.allSettled(bodies.map((body) => storage.put(key, pieces(body), { size: 4 })))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const reasons = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  )
  expect(reasons.every((reason) => reason instanceof ObjectExists)).toBe(true)
  const kept = await text(key)
  expect(bodies).toContain(kept)
  await expect(storage.put(key, pieces('eeee'), { size: 4 })).rejects.toBeInstanceOf(ObjectExists)
  expect(await text(key)).toBe(kept)
  expect(await files()).toBe(1)
})

test('takes in local files', async () => {
  const local = join(dataDir, 'local.txt')
  await writeFile(local, 'hello')
  expect(await storage.copyIn(local, key)).toBe(5)
  expect(await text(key)).toBe('hello')
})

test('removing takes the object and what unfinished tries left, and may be repeated', async () => {
  await storage.put(key, pieces('abcd'), { size: 4 })
  const [school = '', name = ''] = key.split('/')
  await writeFile(join(dataDir, 'uploads', school, name.slice(0, 2), `${name.slice(2)}.0011aabb`), 'half')
  await storage.remove(key)
  await storage.remove(key)
  expect(await files()).toBe(0)
  await expect(storage.read(key)).rejects.toBeInstanceOf(ObjectMissing)
})

describe('nothing but a key of ours becomes a path', () => {
  const school_id = newId()
  test.each([
    '../secret',
    `${school_id}/../../secret`,
    `${school_id}/..%2f..%2fsecret`,
    `${school_id}\\..\\secret`,
    `/${school_id}/${'a'.repeat(40)}`,
    `${school_id}/${'a'.repeat(40)}/x`,
    `${school_id}/${'a'.repeat(40)}\n`,
    `${school_id}/${'A'.repeat(40)}`,
    `${school_id}/${'a'.repeat(39)}\0`,
    '',
  ])('%j', async (bad) => {
    expect(schoolOfKey(bad)).toBeUndefined()
    await expect(storage.read(bad)).rejects.toThrow('not a storage key')
    await expect(storage.put(bad, pieces('a'), { size: 1 })).rejects.toThrow('not a storage key')
    await expect(storage.remove(bad)).rejects.toThrow('not a storage key')
  })
})

test('keys lie under their school, and what is made of an object has a key of its own', () => {
  const school_id = newId()
  const own = newKey(school_id)
  expect(schoolOfKey(own)).toBe(school_id)
  expect(newKey(school_id)).not.toBe(own)
  expect(schoolOfKey(derivedKey(own))).toBe(school_id)
  expect(derivedKey(own)).toBe(derivedKey(own))
  expect(derivedKey(own)).not.toBe(own)
})
