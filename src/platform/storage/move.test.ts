import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { startS3Server, type S3Server } from '#testing/fakes/s3-server.ts'
import { openDiskStorage } from './disk.ts'
import { createObjectKey } from './keys.ts'
import { moveObjects } from './move.ts'
import { withFallback } from './fallback-storage.ts'
import { openS3Storage } from './s3/s3.ts'
import type { Storage } from './storage.ts'

let server: S3Server
let [disk, s3]: Storage[] = []
let keys: string[]
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server.stop())
beforeEach(async () => {
  disk = openDiskStorage({ dataDir: await mkdtemp(join(tmpdir(), 'lyceum-move-')), appSecret: 'secret' })
  s3 = openS3Storage(server.config)
  const school_id = newId()
  keys = Array.from({ length: 5 }, () => createObjectKey(school_id))
  for (const key of keys) await disk.put(key, [Buffer.from(key)], { size: key.length })
})
const count = async (storage: Storage) => {
  let objects = 0
  for await (const _object of storage.list()) objects += 1
  return objects
}
const textIn = async (storage: Storage, key: string) => (await buffer(await storage.read(key))).toString()

test('moves everything there and back, and does nothing the second time', async () => {
  expect(await moveObjects(disk!, s3!, { dryRun: true })).toMatchObject({ copied: 5, bytes: 5 * 77 })
  expect(await count(disk!)).toBe(5)
  expect(await moveObjects(disk!, s3!)).toMatchObject({
    copied: 5,
    alreadyCopied: 0,
    bytes: 5 * 77,
    different: [],
  })
  expect([await count(disk!), await textIn(s3!, keys[2]!)]).toEqual([0, keys[2]])
  expect(await moveObjects(disk!, s3!)).toMatchObject({ copied: 0, alreadyCopied: 0 })
  await moveObjects(s3!, disk!)
  for (const key of keys) expect(await textIn(disk!, key)).toBe(key)
  expect(await count(s3!)).toBe(0)
})

test('continues after an interruption, and keeps each file readable', async () => {
  const serving = withFallback(s3!, disk!)
  const stop = new AbortController()
  const first = moveObjects(disk!, s3!, {
    signal: stop.signal,
    onObject: ({ copied }) => copied === 2 && stop.abort(new Error('stopped')),
  })
  await expect(first).rejects.toThrow('stopped')
  expect([await count(disk!), await count(s3!)]).toEqual([3, 2])
  // A run that was killed between copying and deleting.
  await s3!.put(keys[4]!, [Buffer.from(keys[4]!)], { size: 77 }).catch(() => {})
  const reading = async () => {
    for (const key of keys) expect(await textIn(serving, key)).toBe(key)
  }
  const [moved] = await Promise.all([moveObjects(disk!, s3!), reading(), reading()])
  expect(moved.copied + moved.alreadyCopied).toBe(3)
  await moveObjects(s3!, disk!)
})

test('keeps both copies if they differ, and does not restore deleted files', async () => {
  await s3!.put(keys[0]!, [Buffer.from('other')], { size: 5 })
  await s3!.put(keys[1]!, [Buffer.from(keys[1]!.toUpperCase())], { size: 77 })
  const serving = withFallback(s3!, disk!)
  const moving = moveObjects(disk!, s3!)
  await serving.remove(keys[3]!)
  const { different } = await moving
  expect(new Set(different)).toEqual(new Set([keys[0], keys[1]]))
  expect(await textIn(disk!, keys[0]!)).toBe(keys[0])
  expect([await serving.stat(keys[3]!), await textIn(s3!, keys[1]!)]).toEqual([null, keys[1]!.toUpperCase()])
  for (const key of keys) await serving.remove(key)
})
