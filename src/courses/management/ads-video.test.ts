import { expect, test } from 'vitest'
import { createTestUpload, fileSignatures } from '#testing/builders/files.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

test('stores an uploaded trailer that visitors can play', async () => {
  const school = await createTestSchool()
  const teacher = await school.teacher()
  const course = await school.course({ created_by: teacher.id, course_teacher_id: teacher.id })
  const send = (purpose: 'course_ads_video' | 'course_video') =>
    createTestUpload(teacher, fileSignatures.mp4, { host: school.host, purpose, file_name: 'a.mp4' })
  const { upload_id, url } = await send('course_ads_video')
  expect(url).toBe(`/media/public/${upload_id}`)
  await teacher.api(contract.updateCourseAdsVideo, { id: course.id, upload_id })
  const details = await school.visitor().api(contract.getCourseDetails, { id: course.id })
  expect(details.course_ads_video).toBe(url)
  const played = await school.visitor().request({ method: 'GET', url, headers: { range: 'bytes=0-7' } })
  expect([played.status, played.headers['content-type'], played.headers['content-range']]).toEqual([
    206,
    'video/mp4',
    `bytes 0-7/${fileSignatures.mp4.length}`,
  ])
  expect(String(played.headers['content-security-policy'])).toMatch(/^sandbox;/)

  // It does not overwrite a concurrent change.
  const stale = { id: course.id, upload_id, updated_at: course.updated_at.toISOString() }
  await expect(teacher.api(contract.updateCourseAdsVideo, stale)).rejects.toMatchObject({
    code: 'edit_conflict',
    body: { changed_by: teacher.name },
  })
  await teacher.api(contract.updateCourseAdsVideo, {
    ...stale,
    updated_at: new Date(details.updated_at).toISOString(),
  })

  // An unchanged value stays; other upload addresses are refused.
  await teacher.api(contract.updateCourseAdsVideo, { id: course.id, course_ads_video: url })
  const lesson = await send('course_video')
  await expect(
    teacher.api(contract.updateCourseAdsVideo, { id: course.id, upload_id: lesson.upload_id }),
  ).rejects.toMatchObject({ errors: [{ code: 'upload_unknown' }] })
  const other = await send('course_ads_video')
  await expect(
    teacher.api(contract.updateCourseAdsVideo, { id: course.id, course_ads_video: other.url }),
  ).rejects.toMatchObject({ errors: [{ code: 'embed_unknown' }] })
  expect((await teacher.api(contract.updateCourseAdsVideo, { id: course.id })).course_ads_video).toBe('')
})
