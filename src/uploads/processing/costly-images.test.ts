import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { isolatedTask, runIsolated, withScratchFolder } from '#platform/isolated/index.ts'
import type { run } from '#platform/isolated/testing/hostile-task.ts'
import { createTestUpload, createTestImage } from '#testing/builders/files.ts'
import type { TestUser } from '#testing/builders/test-client.ts'
import { createTestSchool, type TestSchool } from '#testing/builders/school-builder.ts'

interface Sender {
  school: TestSchool
  teacher: TestUser
}

const hold = isolatedTask<typeof run>(
  new URL('../../platform/isolated/testing/hostile-task.ts', import.meta.url),
  { memory_mb: 250, cpu_ms: 2_000 },
)

const aSender = async (): Promise<Sender> => {
  const school = await createTestSchool()
  return { school, teacher: await school.teacher() }
}

const send = ({ school, teacher }: Sender, bytes: Uint8Array, type: string) =>
  createTestUpload(teacher, bytes, {
    host: school.host,
    purpose: 'course_image',
    file_name: `image.${type}`,
    content_type: `image/${type}`,
  })

const avif = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#36c' } })
    .avif({ effort: 0 })
    .toBuffer()

describe('images that are expensive to decode', () => {
  let sender: Sender
  beforeAll(async () => {
    sender = await aSender()
  })

  test('refuses an AVIF of some hundred bytes with too many pixels', async () => {
    const bytes = await avif(4_100, 4_000)
    expect(bytes.length).toBeLessThan(2_000)
    await expect(send(sender, bytes, 'avif')).rejects.toMatchObject({ code: 'image_too_large' })
  })

  test('accepts a phone photo in the same format', async () => {
    expect(await send(sender, await avif(4_032, 3_024), 'avif')).toMatchObject({ width: 2400, height: 1800 })
  })
})

test('keeps slow images of one school from delaying another’s', async () => {
  const [slow, quick] = await Promise.all([aSender(), aSender()])
  const image = await createTestImage({ width: 200, height: 100 })
  await withScratchFolder(async (folder) => {
    const path = join(folder, 'end')
    // Uses all processes of the school until the file exists, like images that never finish.
    const options = { group_id: slow.school.school_id, readable: [path] }
    const held = Array.from({ length: 4 }, () => runIsolated(hold, { act: 'hold', argument: path }, options))
    let ended = 0
    const later = send(slow, image, 'png').finally(() => ended++)
    await send(quick, image, 'png')
    expect(ended).toBe(0)
    await writeFile(path, '')
    await Promise.all([...held, later])
    expect(ended).toBe(1)
  })
})
