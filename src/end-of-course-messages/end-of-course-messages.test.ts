import { expect, test } from 'vitest'
import { createTestCourse, listNotificationsOf } from '#testing/builders/learning-builder.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import { saveProgress } from '#learning/contract.ts'
import * as contract from './contract.ts'

test('sends messages between a student who completed the course and staff, and notifies each side', async () => {
  const school = await createTestSchool()
  const { course, student, teacher, content } = await createTestCourse(school)
  const input = { course_id: course.id, message: '  Thank you!\n' }
  await expect(school.visitor().api(contract.sendEndOfCourseMessage, input)).rejects.toMatchObject({
    status: 401,
  })
  await expect(student.api(contract.sendEndOfCourseMessage, input)).rejects.toMatchObject({
    code: 'course_not_completed',
  })
  const outside = await school.student()
  await expect(outside.api(contract.sendEndOfCourseMessage, input)).rejects.toMatchObject({
    code: 'not_enrolled',
  })
  await student.api(saveProgress, { content_id: content.id, opened: true })
  expect(await student.api(contract.sendEndOfCourseMessage, input)).toMatchObject({
    message: 'Thank you!',
    by_student: true,
  })
  expect((await listNotificationsOf(school, teacher.id)).notifications).toMatchObject([
    { kind: 'end_of_course_message', data: { student_name: student.name } },
  ])

  const { data } = await teacher.api(contract.listEndOfCourseThreads, {
    course_id: course.id,
    awaits_reply: true,
  })
  expect(data).toMatchObject([
    { student_id: student.id, messages_count: 1, awaits_reply: true, last_message: 'Thank you!' },
  ])
  const reply = { course_id: course.id, student_id: student.id, message: 'Well done.' }
  const visitor = await school.teacher()
  await expect(visitor.api(contract.replyToEndOfCourseMessage, reply)).rejects.toMatchObject({
    code: 'not_your_course',
  })
  await expect(
    teacher.api(contract.replyToEndOfCourseMessage, { ...reply, student_id: outside.id }),
  ).rejects.toMatchObject({ code: 'not_enrolled' })
  await teacher.api(contract.replyToEndOfCourseMessage, reply)
  expect(
    (await teacher.api(contract.listEndOfCourseThreads, { course_id: course.id, awaits_reply: true })).data,
  ).toEqual([])
  expect((await listNotificationsOf(school, student.id)).notifications.at(-1)).toMatchObject({
    kind: 'end_of_course_reply',
  })
  const thread = { course_id: course.id, student_id: student.id }
  for (const reader of [student, teacher])
    expect((await reader.api(contract.listEndOfCourseMessages, thread)).data).toMatchObject([
      { message: 'Well done.', by_student: false, author: { name: teacher.name } },
      { message: 'Thank you!', by_student: true },
    ])
  await expect(outside.api(contract.listEndOfCourseMessages, thread)).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(visitor.api(contract.listEndOfCourseMessages, thread)).rejects.toMatchObject({
    code: 'not_your_course',
  })
  await expect(visitor.api(contract.listEndOfCourseThreads, { course_id: course.id })).rejects.toMatchObject({
    code: 'not_your_course',
  })
})

test('lets staff write first to students who completed the course, and to no others', async () => {
  const school = await createTestSchool()
  const { course, student, teacher } = await createTestCourse(school)
  const words = { course_id: course.id, student_id: student.id, message: 'Go on!' }
  await expect(teacher.api(contract.replyToEndOfCourseMessage, words)).rejects.toMatchObject({
    code: 'course_not_completed',
  })
})

test('stores one message for a repeated request and counts concurrent messages correctly', async () => {
  const school = await createTestSchool()
  const [course, student, admin] = [await school.course(), await school.student(), await school.admin()]
  await school.enrol(student, course, { completed_at: new Date(), status: 'expired' })
  const send = (message: string, key?: string) =>
    student.api(
      contract.sendEndOfCourseMessage,
      { course_id: course.id, message },
      key ? { 'idempotency-key': key } : {},
    )
  for (let time = 0; time < 3; time++) await send('once', 'the-key')
  await Promise.all(Array.from({ length: 9 }, (_, index) => send(`n ${index}`)))
  const { data } = await admin.api(contract.listEndOfCourseThreads, { course_id: course.id })
  expect(data).toMatchObject([{ messages_count: 10 }])
  const thread = { course_id: course.id, student_id: student.id }
  const ids = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await student.api(contract.listEndOfCourseMessages, {
      ...thread,
      limit: 4,
      ...(cursor && { cursor }),
    })
    for (const { id } of page.data) ids.add(id)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(ids.size).toBe(10)
})

test.each(['', '   ', 'x'.repeat(5_001)])('refuses %j as a message', async (message) => {
  const school = await createTestSchool()
  const student = await school.student()
  const input = { course_id: crypto.randomUUID(), message }
  await expect(student.api(contract.sendEndOfCourseMessage, input)).rejects.toMatchObject({
    code: 'invalid_input',
  })
})
