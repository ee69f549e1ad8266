import sharp from 'sharp'
import { expect, test } from 'vitest'
import { appIcons } from '#lib/responsive-images/app-icons.ts'
import { imageFormats } from '#lib/responsive-images/responsive-images.ts'
import { createTestUpload, createTestPdf, createTestImage } from '#testing/builders/files.ts'
import { listQueuedJobs, runJob } from '#testing/builders/queue.ts'
import { createTestSchool, getTestApp, type TestSchool } from '#testing/builders/school-builder.ts'
import { discardUpload } from '../lifecycle/discard-upload.ts'
import { drawSizesJobDefinition, imageSizeKeys, imageWidthsFor } from './image-sizes.ts'
import { deleteUpload } from '../jobs.ts'

async function get(school: TestSchool, url: string) {
  const { http } = await getTestApp()
  const answer = await http.inject({ method: 'GET', url, headers: { host: school.host } })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

async function aBanner(school: TestSchool, width = 1000) {
  const teacher = await school.teacher()
  const image = await createTestImage({ width, height: Math.round(width / 2), type: 'jpeg' })
  return createTestUpload(teacher, image, { host: school.host, purpose: 'course_image', file_name: 'a.jpg' })
}

test('encodes an image in every size and format by a job, and serves the original until then', async () => {
  const school = await createTestSchool()
  const { upload_id, url } = await aBanner(school)
  const [waiting] = await listQueuedJobs(school.school_id, `draw-sizes/${upload_id}`)
  expect(waiting).toMatchObject({ task: 'resizeImage', priority: 10 })
  const early = await get(school, `${url}/320.avif`)
  expect([early.status, early.headers['content-type'], early.headers['cache-control']]).toEqual([
    200,
    'image/webp',
    'public, max-age=60',
  ])
  for (let time = 0; time < 2; time++) await runJob(school, drawSizesJobDefinition, { upload_id })

  const other = await createTestSchool()
  expect((await get(other, `${url}/320.avif`)).status).toBe(404)
  await new Promise((resolve) => setTimeout(resolve, 0))
  const otherBanner = await aBanner(school)
  await runJob(school, drawSizesJobDefinition, { upload_id: otherBanner.upload_id })
  for (const format of imageFormats)
    for (const [reply, drawn] of [
      [320, 320],
      [960, 960],
      [1280, 1000],
      [1920, 1000],
    ] as const) {
      const size = await get(school, `${otherBanner.url}/${reply}.${format}`)
      expect(size.headers).toMatchObject({
        'content-type': `image/${format}`,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-disposition': expect.stringMatching(/^inline;/),
        'x-content-type-options': 'nosniff',
      })
      const { width, height } = await sharp(size.bytes).metadata()
      expect([width, height]).toEqual([drawn, drawn / 2])
    }
})

test('has no other sizes, and none of files that are not images', async () => {
  const school = await createTestSchool()
  const { url } = await aBanner(school)
  for (const name of ['321.avif', '320.png', '..%2f320.avif', '320'])
    expect((await get(school, `${url}/${name}`)).status, name).toBe(404)
  const teacher = await school.teacher()
  const pdf = await createTestUpload(teacher, createTestPdf(), { host: school.host, purpose: 'course_file' })
  expect((await get(school, `/media/public/${pdf.upload_id}/320.avif`)).status).toBe(404)
})

test('serves the original for every size of an avatar', async () => {
  const school = await createTestSchool()
  const student = await school.student()
  const image = await createTestImage()
  const { url, size } = await createTestUpload(student, image, {
    host: school.host,
    purpose: 'avatar',
    file_name: 'a.png',
  })
  const answer = await get(school, `${url}/320.avif`)
  expect([answer.status, answer.bytes.length]).toEqual([200, size])
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('deletes the sizes with the image', async () => {
  const school = await createTestSchool()
  const { upload_id } = await aBanner(school, 400)
  await runJob(school, drawSizesJobDefinition, { upload_id })
  const { object_key } = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('uploads')
      .where('school_id', '=', school_id)
      .where('id', '=', upload_id)
      .select('object_key')
      .executeTakeFirstOrThrow(),
  )
  const { storage } = (await getTestApp()).services
  const stored = async () =>
    (await Promise.all(imageSizeKeys(object_key).map((key) => storage.stat(key)))).filter(Boolean).length
  expect(await stored()).toBe(4)
  await school.transact((ctx) => discardUpload(ctx, upload_id))
  await runJob(school, deleteUpload, { upload_id })
  expect(await stored()).toBe(0)
  // A late run finds no image.
  await runJob(school, drawSizesJobDefinition, { upload_id })
})

test('draws square, opaque icons of an installed school from its logo', async () => {
  const school = await createTestSchool()
  const admin = await school.admin()
  const bytes = await createTestImage({ width: 400, height: 100 })
  const logo = await createTestUpload(admin, bytes, {
    host: school.host,
    purpose: 'school_logo',
    file_name: 'a.png',
  })
  const early = await get(school, `${logo.url}/icon-192.png`)
  expect([early.status, early.headers['cache-control']]).toEqual([200, 'public, max-age=60'])
  await runJob(school, drawSizesJobDefinition, { upload_id: logo.upload_id })
  for (const { name, pixels } of appIcons) {
    const icon = await get(school, `${logo.url}/${name}`)
    expect(icon.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const { width, height, hasAlpha } = await sharp(icon.bytes).metadata()
    expect([width, height, hasAlpha]).toEqual([pixels, pixels, false])
  }
  const banner = await aBanner(school)
  expect((await get(school, `${banner.url}/icon-192.png`)).status).toBe(404)
})

test.each([
  [100, [320]],
  [320, [320]],
  [321, [320, 640]],
  [1920, [320, 640, 960, 1280, 1920]],
  [2400, [320, 640, 960, 1280, 1920]],
])('encodes an image of %d pixels in widths %j', (width, widths) =>
  expect(imageWidthsFor(width)).toEqual(widths),
)
