import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDiskStorage } from '#platform/storage/disk.ts'
import { createObjectKey } from '#platform/storage/keys.ts'
import { withFallback } from '#platform/storage/fallback-storage.ts'
import { openS3Storage } from '#platform/storage/s3/s3.ts'
import { newId } from '#platform/security/tokens.ts'
import { startS3Server } from '#testing/fakes/s3-server.ts'
import { copyUploads, readUploadList } from './copy-uploads.ts'

const root = mkdtempSync(join(tmpdir(), 'lyceum-uploads-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const open = (name: string) => openDiskStorage({ dataDir: join(root, name), appSecret: '' })

test('copies uploads on disk and lists those in S3, also during a move', async () => {
  const store = await startS3Server()
  try {
    const [disk, pool, s3] = [open('data'), open('backups'), openS3Storage(store.config)]
    const [onDisk, inStore] = [createObjectKey(newId()), createObjectKey(newId())]
    await disk.put(onDisk, [Buffer.from('a')], { size: 1 })
    await s3.put(inStore, [Buffer.from('bc')], { size: 2 })
    const folder = join(root, 'backups')
    mkdirSync(folder, { recursive: true })
    const { signal } = new AbortController()
    const storage = withFallback(s3, disk)
    const copying = { backupDir: folder, folder, storage, disk, pool, signal }
    const first = await copyUploads(copying)
    expect(first).toMatchObject({ count: 2, bytes: 3 })
    const listed = new Map<string, string | null>()
    for await (const { key, sha256 } of readUploadList(folder)) listed.set(key, sha256)
    expect([...listed]).toEqual([
      [inStore, null],
      [onDisk, expect.stringMatching(/^ca978112/)],
    ])
    expect([await pool.stat(onDisk), await pool.stat(inStore)]).toEqual([{ size: 1 }, null])
    expect(await copyUploads(copying)).toEqual(first)
  } finally {
    await store.stop()
  }
})
