import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTestImage, fileSignatures } from '#testing/builders/files.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { startS3Server, type S3Server } from '#testing/fakes/s3-server.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

let store: S3Server
setUpSchoolApp(async () => {
  store = await startS3Server()
  const { endpoint, bucket, accessKeyId, secretAccessKey } = store.config
  return {
    S3_ENDPOINT: endpoint!,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
})
afterAll(() => store.stop())

const folder = mkdtempSync(join(tmpdir(), 'lyceum-film-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('an image is uploaded to the object storage and read through the school', async () => {
  const { course, teacher } = await createTestCourse(schoolApp.school)
  const { page, complaints } = await openPage(`/manage/courses/${course.id}/settings`, teacher)
  const sent: string[] = []
  // The page then saves the course automatically, which is a PUT too.
  page.on('request', (request) => {
    const isPicture = request.headers()['content-type']?.startsWith('image/')
    if (request.method() === 'PUT' && isPicture) sent.push(new URL(request.url()).origin)
  })
  const image = {
    name: 'a.png',
    mimeType: 'image/png',
    buffer: await createTestImage({ width: 900, height: 500 }),
  }
  await page.locator('input[type="file"][accept^="image/"]').first().setInputFiles(image)
  await page.getByRole('dialog').getByRole('button', { name: 'Use this area' }).click()
  const stored = page.locator('img[src^="/media/public/"]').first()
  await stored.waitFor({ timeout: 20_000 })
  expect(
    await stored.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
  ).toBeGreaterThan(0)
  expect(sent).toEqual([store.config.endpoint])
  expect(complaints).toEqual([])
})

test('an interrupted video upload continues after a reload from its last position', async () => {
  const { course, teacher } = await createTestCourse(schoolApp.school)
  const { page } = await openPage(`/manage/courses/${course.id}/settings`, teacher)
  const video = join(folder, 'harbour.mp4')
  writeFileSync(video, Buffer.concat([fileSignatures.mp4, Buffer.alloc(17_000_000, 7)]))
  const offsets: number[] = []
  let isCut = true
  await page.route('**/storage/tus/**', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    const offset = Number(route.request().headers()['upload-offset'])
    offsets.push(offset)
    return isCut && offset > 0 ? route.abort('connectionreset') : route.continue()
  })
  const choose = () => page.locator('input[type="file"][accept^="video/"]').setInputFiles(video)
  await choose()
  await expect.poll(() => offsets.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2)
  await page.reload()
  isCut = false
  offsets.length = 0
  await choose()
  await page.locator('video[src^="/media/public/"]').waitFor({ timeout: 20_000 })
  expect(offsets[0]).toBeGreaterThanOrEqual(16_000_000)
  expect(store.unfinished()).toEqual([])
})
