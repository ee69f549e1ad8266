import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestUpload, createTestImage } from '#testing/builders/files.ts'
import type { TestUser } from '#testing/builders/test-client.ts'
import { createTestSchool, type TestSchool } from '#testing/builders/school-builder.ts'

interface Sender {
  school: TestSchool
  teacher: TestUser
}

const aSender = async (): Promise<Sender> => {
  const school = await createTestSchool()
  return { school, teacher: await school.teacher() }
}

const send = ({ school, teacher }: Sender, bytes: Uint8Array, type: string) =>
  createTestUpload(teacher, school.host, bytes, {
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
  const heavy = await avif(4_000, 3_900)
  let ended = 0
  const flood = Array.from({ length: 5 }, () => send(slow, heavy, 'avif').finally(() => ended++))
  await flood[0]
  await send(quick, await createTestImage({ width: 200, height: 100 }), 'png')
  expect(ended).toBeLessThan(flood.length - 1)
  await Promise.all(flood)
}, 60_000)
