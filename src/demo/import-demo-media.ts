import { fileURLToPath } from 'node:url'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { importFile, type UploadPurpose, type Upload } from '#uploads/index.ts'
import { captionsFileFor } from './captions.ts'
import { personId, demoUsers } from './rows/people-rows.ts'
import { previewKey, type DemoSchool, type MediaFile } from './types.ts'

const folder = new URL('./media/', import.meta.url)
const purposes = { video: 'course_video', audio: 'course_audio', file: 'course_file' } as const

/** Stores every file of a school and returns upload ids by file name or `previewKey`. Deletes stored files if it fails. */
export async function importDemoMedia(ctx: Ctx, school: DemoSchool): Promise<ReadonlyMap<MediaFile, string>> {
  const taken: Upload[] = []
  try {
    for (const [key, { purpose, owner_id }] of filesOf(school)) {
      const path = fileURLToPath(new URL(key.replace(/^preview:/, ''), folder))
      taken.push(await importFile(ctx, { path, purpose, owner_id }))
    }
  } catch (error) {
    await Promise.all(taken.map((upload) => ctx.storage.remove(upload.object_key)))
    throw error
  }
  return new Map([...filesOf(school).keys()].map((file, index) => [file, taken[index]!.id]))
}

/** Each file once, with its owner; a preview video is a second copy of a lesson's file. */
function filesOf(school: DemoSchool) {
  const owner_id = personId(school, school.owner.login)
  const files = new Map<MediaFile, { purpose: UploadPurpose; owner_id: string }>()
  files.set(school.logo, { purpose: 'school_logo', owner_id })
  if (school.shop) files.set(school.shop.transfer_proof, { purpose: 'payment_proof', owner_id })
  files.set(school.cover, { purpose: 'course_image', owner_id })
  for (const { person } of demoUsers(school))
    if (person.image) files.set(person.image, { purpose: 'avatar', owner_id: personId(school, person.login) })
  for (const course of school.courses) {
    const teacher_id = personId(school, course.teacher)
    files.set(course.cover, { purpose: 'course_image', owner_id: teacher_id })
    if (course.preview_video)
      files.set(previewKey(course.preview_video), { purpose: 'course_ads_video', owner_id: teacher_id })
    for (const content of course.lessons.flatMap((lesson) => lesson.contents))
      if ('media' in content) {
        files.set(content.media, { purpose: purposes[content.type], owner_id: teacher_id })
        const captions = captionsFileFor(content.media)
        if (captions) files.set(captions, { purpose: 'course_caption', owner_id: teacher_id })
      }
  }
  return files
}
