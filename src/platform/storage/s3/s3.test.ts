import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { browserOrigin } from '#platform/config/storage.ts'
import { newId } from '#platform/security/tokens.ts'
import { startS3Server, type S3Server } from '#testing/fakes/s3-server.ts'
import { createObjectKey } from '../keys.ts'
import { StorageUnavailableError, type SignedPut, type Storage } from '../storage.ts'
import { openS3Storage } from './s3.ts'

let store: S3Server
let storage: Storage
let key: string
beforeAll(async () => {
  store = await startS3Server()
  storage = openS3Storage(store.config)
})
beforeEach(() => {
  key = createObjectKey(newId())
})
afterAll(() => store.stop())

const bytes = Buffer.from('the bytes of a film')
const pinned = { size: bytes.length, content_type: 'video/mp4' }
const send = async (
  put: SignedPut,
  body: BodyInit = bytes.toString(),
  headers: Record<string, string> = {},
) => (await fetch(put.url, { method: put.method, headers: { ...put.headers, ...headers }, body })).status

test('accepts the announced bytes and type by a signed link for an hour', async () => {
  const put = await storage.presignPut(key, pinned, new Date())
  expect(put.url.startsWith(`${browserOrigin(store.config)}/`)).toBe(true)
  expect(await send(put, `${bytes.toString()}!`)).toBe(403)
  expect(await send(put, bytes, { 'content-type': 'text/html' })).toBe(403)
  expect(await send({ ...put, url: put.url.replace(key, createObjectKey(newId())) })).toBe(403)
  const old = await storage.presignPut(key, pinned, new Date(Date.now() - 3_601_000))
  expect(await send(old)).toBe(403)
  expect(await storage.received(key)).toBe(0)
  expect(await send(put)).toBe(200)
  expect(await storage.received(key)).toBe(bytes.length)
})

test('does not change an accepted object when it is sent again', async () => {
  const put = await storage.presignPut(key, pinned, new Date())
  expect(await storage.claim(key)).toBe(key)
  await send(put)
  expect(await storage.stat(key)).toBeNull()
  const taken = await storage.claim(key)
  expect(taken).not.toBe(key)
  expect(await storage.claim(key)).toBe(taken)
  const other = bytes.toString().toUpperCase()
  expect(await send(put, other)).toBe(200)
  expect(await storage.claim(key)).not.toBe(taken)
  expect((await (await storage.read(taken)).toArray()).join('')).toBe(bytes.toString())
})

test('deletes incomplete uploads with their parts', async () => {
  const [direct, inParts] = [createObjectKey(newId()), createObjectKey(newId())]
  await send(await storage.presignPut(direct, pinned, new Date()))
  await storage.append(inParts, [bytes], { offset: 0, size: 100 })
  await storage.put(key, [bytes], { size: bytes.length })
  expect(store.unfinished()).toHaveLength(1)
  await storage.sweep(new Date(Date.now() - 60_000))
  expect([await storage.received(direct), await storage.received(inParts)]).toEqual([19, 19])
  await storage.sweep(new Date(Date.now() + 60_000))
  expect([await storage.received(direct), await storage.received(inParts)]).toEqual([0, 0])
  expect(store.unfinished()).toEqual([])
  expect(await storage.stat(key)).toEqual({ size: bytes.length })
})

test('leaves no parts after an interrupted upload', async () => {
  async function* breaking() {
    yield Buffer.alloc(9_000_000)
    throw new Error('connection lost')
  }
  await expect(storage.put(key, breaking(), { size: 20_000_000 })).rejects.toThrow('connection lost')
  expect(store.unfinished()).toEqual([])
})

test('distinguishes an unavailable storage from a missing object', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => closed.once('listening', done))
  const { port } = closed.address() as AddressInfo
  await new Promise((done) => closed.close(done))
  const away = openS3Storage({ ...store.config, endpoint: `http://127.0.0.1:${port}` })
  await expect(away.stat(key)).rejects.toBeInstanceOf(StorageUnavailableError)
  await expect(away.read(key)).rejects.toBeInstanceOf(StorageUnavailableError)
  await expect(away.put(key, [bytes], { size: bytes.length })).rejects.toBeInstanceOf(StorageUnavailableError)
  const refused = openS3Storage({ ...store.config, secretAccessKey: 'wrong' })
  await expect(refused.read(key)).rejects.not.toBeInstanceOf(StorageUnavailableError)
})
