import { expect, test } from 'vitest'
import { deleteCourse, restoreCourse, updateCourse } from '#courses/contract.ts'
import { createTestUpload, createTestImage } from '#testing/builders/files.ts'
import { createTestSchool, createTestVisitor } from '#testing/builders/school-builder.ts'
import { searchSchools, updateSchool } from '../contract.ts'

test('shows the cover in find-school, else the image of the newest listed course', async () => {
  const school = await createTestSchool({ name: `Preview ${crypto.randomUUID()}` })
  const [admin, course] = [await school.admin(), await school.course()]
  const file = await createTestUpload(admin, await createTestImage(), {
    host: school.host,
    purpose: 'course_image',
    file_name: 'a.png',
  })
  const shown = async () => {
    const visitor = await createTestVisitor()
    const { data } = await visitor.api(searchSchools, { searchQuery: school.school_url })
    return data.find(({ school_id }) => school_id === school.school_id)?.preview_url
  }
  expect(await shown()).toBeNull()
  const save = (change: object) => admin.api(updateCourse, { id: course.id, ...change })
  await save({ find_school_preview_image: file.upload_id })
  expect(await shown()).toMatch(
    new RegExp(`^http://${school.school_url}\\..*/media/public/${file.upload_id}$`),
  )
  await save({ is_hidden: true })
  expect(await shown()).toBeNull()
  await save({ is_hidden: false })
  await admin.api(deleteCourse, { id: course.id })
  expect(await shown()).toBeNull()
  await admin.api(restoreCourse, { id: course.id })
  expect(await shown()).toContain(file.upload_id)

  const cover = await createTestUpload(admin, await createTestImage(), {
    host: school.host,
    purpose: 'course_image',
    file_name: 'cover.png',
  })
  const saveSchool = (change: object) => admin.api(updateSchool, { id: school.school_id, ...change })
  await saveSchool({ cover_upload_id: cover.upload_id })
  expect(await shown()).toContain(cover.upload_id)
  await saveSchool({ cover_upload_id: null })
  expect(await shown()).toContain(file.upload_id)
})
