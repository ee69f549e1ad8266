import { expect, test } from 'vitest'
import {
  createContent,
  createLesson,
  deleteContent,
  deleteContents,
  deleteLesson,
  duplicateContent,
  duplicateContents,
  duplicateLesson,
  getCourseContents,
  publishContent,
  updateContent,
} from '#courses/contract.ts'
import { duplicateCourse } from '#import-export/contract.ts'
import { createTestAssessment } from '#testing/builders/questions/assessment-builder.ts'
import * as contract from '../contract.ts'

/** A lesson of a course with a content that shows a published quiz. */
async function aLessonWithQuiz() {
  const fixture = await createTestAssessment({ settings: { pass_percent: 50, time_limit_minutes: 20 } })
  const { admin, course, id } = fixture
  const course_id = course!.id
  const lesson = await admin.api(createLesson, { course_id, title: 'Week 1' })
  const create = (title = 'Test 1', more: object = {}) =>
    admin.api(createContent, { lesson_id: lesson.id, type: 'assessment', title, ...more })
  const content = await create()
  await admin.api(contract.updateAssessment, { id, content_id: content.id })
  await admin.api(contract.publishAssessment, { id })
  const shown = async (content_id: string, reader = admin) => {
    const { topic } = await reader.api(getCourseContents, { id: course_id, topic: content_id })
    return topic?.assessment
  }
  return { ...fixture, course_id, lesson, content, create, shown }
}

test('a content shows its assessment to editors and students', async () => {
  const { admin, student, id, course_id, content, shown, create } = await aLessonWithQuiz()
  const quiz = {
    id,
    kind: 'quiz',
    name: 'Test of the week',
    is_published: true,
    question_count: 2,
    total_points: 4,
    pass_percent: 50,
    time_limit_minutes: 20,
    opens_at: null,
    closes_at: null,
  }
  const empty = await create('Test 2')
  expect(empty).toMatchObject({ type: 'assessment', assessment: null, completion: { rule: 'submitted' } })
  const { lessons } = await admin.api(getCourseContents, { id: course_id })
  expect(lessons[0]!.contents.map(({ assessment }) => assessment)).toEqual([quiz, null])

  const published = await admin.api(publishContent, { id: content.id, audience: 'everybody' })
  expect(published).toMatchObject({ is_published: true, assessment: quiz })
  const person = await student()
  expect(await shown(content.id, person)).toEqual(quiz)
  const { lessons: ofStudent, topic } = await person.api(getCourseContents, { id: course_id })
  expect(ofStudent[0]!.contents).toHaveLength(1)
  expect(ofStudent[0]!.contents[0]).not.toHaveProperty('assessment')
  expect(topic).toMatchObject({ is_submitted: false })

  await admin.api(contract.unpublishAssessment, { id })
  expect(await shown(content.id, person)).toBeNull()
  expect(await shown(content.id)).toMatchObject({ id, is_published: false })
  await admin.api(contract.publishAssessment, { id })
  await admin.api(updateContent, { id: content.id, is_locked: true })
  expect(await shown(content.id, person)).toBeNull()
})

test('a content needs a published assessment before it is published', async () => {
  const { admin, id, content, create } = await aLessonWithQuiz()
  const incomplete = { code: 'content_incomplete' }
  await expect(create('Test 2', { is_published: true })).rejects.toMatchObject(incomplete)
  const publish = (content_id: string) => admin.api(publishContent, { id: content_id, audience: 'everybody' })
  const empty = await create('Test 3')
  await expect(publish(empty.id)).rejects.toMatchObject(incomplete)
  await admin.api(contract.unpublishAssessment, { id })
  await expect(publish(content.id)).rejects.toMatchObject(incomplete)
  await expect(admin.api(updateContent, { id: content.id, is_published: true })).rejects.toMatchObject(
    incomplete,
  )
  await admin.api(contract.publishAssessment, { id })
  expect(await admin.api(updateContent, { id: content.id, is_published: true })).toMatchObject({
    is_published: true,
  })
})

test('has no file, no address and no visitors', async () => {
  const { admin, content } = await aLessonWithQuiz()
  for (const change of [
    { upload_id: content.id },
    { embed_url: 'https://www.youtube.com/watch?v=aaaaaaaaaaa' },
    { is_free_preview: true },
    { completion_rule: 'watched' as const },
  ])
    await expect(admin.api(updateContent, { id: content.id, ...change })).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ path: Object.keys(change)[0] }],
    })
})

test('an assessment stays in the course when its content is deleted', async () => {
  const { admin, id, lesson, course_id, create, content } = await aLessonWithQuiz()
  const attached = async () => (await admin.api(contract.getAssessment, { id })).content_id
  expect(await attached()).toBe(content.id)
  await admin.api(deleteContent, { id: content.id })
  expect(await attached()).toBeNull()

  const second = await create()
  await admin.api(contract.updateAssessment, { id, content_id: second.id })
  await admin.api(deleteContents, { course_id, content_ids: [second.id] })
  expect(await attached()).toBeNull()

  const third = await create()
  await admin.api(contract.updateAssessment, { id, content_id: third.id })
  await admin.api(deleteLesson, { id: lesson.id })
  expect(await attached()).toBeNull()
  expect((await admin.api(contract.listAssessments, { course_id })).data).toMatchObject([{ id }])
})

test('copies of contents, lessons and courses have copies of the assessment', async () => {
  const { admin, id, lesson, course_id, content, shown } = await aLessonWithQuiz()
  // Unpublished changes are copied as such.
  await admin.api(contract.updateAssessment, { id, settings: { pass_percent: 90 } })
  const one = await admin.api(duplicateContent, { id: content.id })
  const several = await admin.api(duplicateContents, { course_id, content_ids: [content.id] })
  const whole = await admin.api(duplicateLesson, { id: lesson.id })
  const copies = [one.id, several.content_ids[0]!, whole.content_ids[0]!]
  const ids = new Set([id])
  for (const content_id of copies) {
    const copy = await shown(content_id)
    expect(copy).toMatchObject({ name: 'Test of the week', is_published: true, question_count: 2 })
    expect(copy).toMatchObject({ pass_percent: 50 })
    expect(await admin.api(contract.getAssessment, { id: copy!.id })).toMatchObject({
      has_unpublished_changes: true,
      content_id,
      settings: { pass_percent: 90 },
      total_points: 4,
    })
    ids.add(copy!.id)
  }
  expect(ids.size).toBe(4)

  await admin.api(publishContent, { id: content.id, audience: 'everybody' })
  const copied = await admin.api(duplicateCourse, { id: course_id })
  const { lessons } = await admin.api(getCourseContents, { id: copied.id })
  const first = lessons[0]!.contents[0]!
  expect(first).toMatchObject({ is_published: true, assessment: { is_published: true, kind: 'quiz' } })
  expect(ids).not.toContain(first.assessment!.id)
  expect((await admin.api(contract.getAssessment, { id: first.assessment!.id })).course_id).toBe(copied.id)
})

test('a mirror shows the assessments of its origin', async () => {
  const { school, admin, id, course_id, content } = await aLessonWithQuiz()
  await admin.api(publishContent, { id: content.id, audience: 'everybody' })
  const mirror = await school.course({ mirror_course_id: course_id })
  const person = await school.student()
  await school.enrol(person, mirror)
  const { topic } = await person.api(getCourseContents, { id: mirror.id, topic: content.id })
  expect(topic).toMatchObject({ assessment: { id } })
})
