import { expect, test } from 'vitest'
import { getCourseDetails, listPublicCourses, updateCourse } from '#courses/contract.ts'
import { saveProgress } from '#learning/contract.ts'
import { createTestCourse, listNotificationsOf } from '#testing/builders/learning-builder.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'

/** A course of ten contents whose student completed three. */
async function aReader(school: Awaited<ReturnType<typeof createTestSchool>>, done = 3) {
  const fixture = await createTestCourse(school, { contents: Array.from({ length: 10 }, () => ({})) })
  for (const content of fixture.contents.slice(0, done))
    await fixture.student.api(saveProgress, { content_id: content.id, opened: true })
  return { ...fixture, input: { course_id: fixture.course.id } }
}

test('accepts a review after 30 %, shows and counts it once, and notifies the teacher', async () => {
  const school = await createTestSchool()
  const { course, student, teacher, input } = await aReader(school, 2)
  const visitor = school.visitor()
  const fine = { ...input, rating: 5, review: '  Wonderful <b>course</b> ' }
  await expect(visitor.api(contract.setMyReview, fine)).rejects.toMatchObject({ status: 401 })
  await expect(teacher.api(contract.setMyReview, fine)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await student.api(contract.getMyReview, input)).toEqual({ may_review: false, review: null })
  await expect(student.api(contract.setMyReview, fine)).rejects.toMatchObject({
    code: 'review_not_allowed_yet',
  })
  const anonymous = await school.student()
  await expect(anonymous.api(contract.setMyReview, fine)).rejects.toMatchObject({ code: 'not_enrolled' })
  expect((await visitor.api(getCourseDetails, { id: course.id })).rating_average).toBeNull()
  await school.enrol(anonymous, course, { completed_at: new Date() })
  await anonymous.api(contract.setMyReview, { ...input, rating: 4 })
  await anonymous.api(contract.setMyReview, { ...fine, rating: 4, review: '' })

  const { data } = await visitor.api(contract.listReviews, input)
  expect(data).toMatchObject([{ rating: 4, review: '', reply: '' }])
  expect(data[0]!.name).toMatch(/^student \S\.$/)
  expect(data[0]).not.toHaveProperty('student_id')
  expect(await visitor.api(getCourseDetails, { id: course.id })).toMatchObject({
    rating_average: 4,
    rating_count: 1,
  })
  expect((await listNotificationsOf(school, teacher.id)).notifications).toMatchObject([
    { kind: 'review_of_course', data: { rating: 4 } },
  ])
})

test('updates the average on the page and in lists when a review changes or is deleted', async () => {
  const school = await createTestSchool()
  const { course, student, input } = await aReader(school)
  const others = await Promise.all([school.student(), school.student()])
  for (const [index, other] of others.entries()) {
    await school.enrol(other, course, { completed_at: new Date() })
    await other.api(contract.setMyReview, { ...input, rating: index + 3 })
  }
  const average = async () => {
    const details = await school.visitor().api(getCourseDetails, { id: course.id })
    const { data } = await school.visitor().api(listPublicCourses, { school_id: school.school_id })
    expect(data[0]).toMatchObject({
      rating_average: details.rating_average,
      rating_count: details.rating_count,
    })
    return [details.rating_average, details.rating_count]
  }
  await student.api(contract.setMyReview, { ...input, rating: 1, review: 'Hm' })
  expect(await average()).toEqual([2.7, 3])
  await student.api(contract.setMyReview, { ...input, rating: 5, review: 'Better' })
  expect(await average()).toEqual([4, 3])
  for (let time = 0; time < 2; time++) await student.api(contract.deleteMyReview, input)
  expect(await average()).toEqual([3.5, 2])
})

test('lets staff reply and hide; a hidden review is visible to its author only and does not count', async () => {
  const school = await createTestSchool()
  const { course, student, teacher, input } = await aReader(school)
  await student.api(contract.setMyReview, { ...input, rating: 1, review: 'Rude words' })
  const named = { ...input, student_id: student.id }
  const anonymous = await school.teacher()
  for (const call of [
    () => anonymous.api(contract.replyToReview, { ...named, reply: 'a' }),
    () => anonymous.api(contract.setReviewHidden, { ...named, hidden: true }),
    () => anonymous.api(contract.listReviewsForStaff, input),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'not_your_course' })

  await teacher.api(contract.replyToReview, { ...named, reply: ' Sorry to hear ' })
  await teacher.api(contract.replyToReview, { ...named, reply: 'Sorry to hear.' })
  const { data } = await school.visitor().api(contract.listReviews, input)
  expect(data).toMatchObject([{ reply: 'Sorry to hear.' }])
  expect((await listNotificationsOf(school, student.id)).notifications.map(({ kind }) => kind)).toEqual([
    'reply_to_review',
  ])
  expect((await teacher.api(contract.listReviewsForStaff, { ...input, without_reply: true })).data).toEqual(
    [],
  )
  expect((await teacher.api(contract.listReviewsForStaff, { ...input, rating: 1 })).data).toHaveLength(1)

  for (let time = 0; time < 2; time++)
    expect(await teacher.api(contract.setReviewHidden, { ...named, hidden: true })).toMatchObject({
      is_hidden: true,
      student_id: student.id,
    })
  const count = async () => (await school.visitor().api(getCourseDetails, { id: course.id })).rating_count
  expect(await count()).toBe(0)
  expect((await school.visitor().api(contract.listReviews, input)).data).toEqual([])
  expect((await student.api(contract.getMyReview, input)).review).toMatchObject({ is_hidden: true })
  // Changing a hidden review does not show it again.
  await student.api(contract.setMyReview, { ...input, rating: 5, review: 'Nice words' })
  expect(await count()).toBe(0)
  await teacher.api(contract.setReviewHidden, { ...named, hidden: false })
  await teacher.api(contract.replyToReview, { ...named, reply: '' })
  expect(await school.visitor().api(getCourseDetails, { id: course.id })).toMatchObject({
    rating_average: 5,
    rating_count: 1,
  })
  expect((await school.visitor().api(contract.listReviews, input)).data).toMatchObject([
    { reply: '', replied_at: null },
  ])
})

test('includes many concurrent reviews in the sum', async () => {
  const school = await createTestSchool()
  const course = await school.course()
  const students = await Promise.all(Array.from({ length: 12 }, () => school.student()))
  for (const student of students) await school.enrol(student, course, { completed_at: new Date() })
  const input = { course_id: course.id }
  await Promise.all(
    students.flatMap((student, index) => [
      student.api(contract.setMyReview, { ...input, rating: 1 }),
      student.api(contract.setMyReview, { ...input, rating: (index % 5) + 1 }),
    ]),
  )
  const { data } = await school.visitor().api(contract.listReviews, { ...input, limit: 100 })
  const sum = data.reduce((total, { rating }) => total + rating, 0)
  const details = await school.visitor().api(getCourseDetails, { id: course.id })
  expect(details.rating_count).toBe(12)
  expect(details.rating_average).toBe(Math.round((sum * 10) / 12) / 10)
})

test('shows reviews of a private course to its members only, and none of another school', async () => {
  const school = await createTestSchool()
  const { student, course, teacher, input } = await aReader(school)
  await school.transact(({ tx, school_id }) =>
    tx
      .updateTable('courses')
      .set({ course_is_public: false })
      .where('school_id', '=', school_id)
      .where('id', '=', course.id)
      .execute(),
  )
  await student.api(contract.setMyReview, { ...input, rating: 4 })
  const anonymous = await school.student()
  for (const reader of [school.visitor(), anonymous, (await createTestSchool()).visitor()])
    await expect(reader.api(contract.listReviews, input)).rejects.toMatchObject({ code: 'not_found' })
  for (const reader of [student, teacher])
    expect((await reader.api(contract.listReviews, input)).data).toHaveLength(1)
  const otherAdmin = await (await createTestSchool()).admin()
  await expect(otherAdmin.api(contract.listReviewsForStaff, input)).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('highlights good reviews with a text, of listed courses, one for each student', async () => {
  const school = await createTestSchool()
  const { course, student, input } = await aReader(school)
  const text = 'I wrote my first program after a week, on my phone.'
  await student.api(contract.setMyReview, { ...input, rating: 5, review: text })
  const others = await Promise.all([school.student(), school.student()])
  for (const [index, review] of ['Too short', `${text} But it was too fast for me.`].entries()) {
    await school.enrol(others[index]!, course, { completed_at: new Date() })
    await others[index]!.api(contract.setMyReview, { ...input, rating: index === 0 ? 5 : 3, review })
  }
  const closed = await aReader(school)
  await closed.student.api(contract.setMyReview, { ...closed.input, rating: 5, review: `${text} Again.` })
  await closed.teacher.api(updateCourse, { id: closed.course.id, course_isPublic: false })

  const highlighted = async () => (await school.visitor().api(contract.listHighlightedReviews, {})).data
  const [review, ...rest] = await highlighted()
  expect(review).toEqual({
    name: expect.stringMatching(/^student \S\.$/),
    rating: 5,
    review: text,
    course_id: course.id,
    course_name: course.course_name,
  })
  expect(rest).toEqual([])
  await (
    await school.admin()
  ).api(contract.setReviewHidden, {
    ...input,
    student_id: student.id,
    hidden: true,
  })
  expect(await highlighted()).toEqual([])
})

test.each([{ rating: 0 }, { rating: 6 }, { rating: 4.5 }, { rating: 4, review: 'x'.repeat(2_001) }])(
  'refuses a review of %j',
  async (invalid) => {
    const school = await createTestSchool()
    const { student, input } = await aReader(school)
    await expect(student.api(contract.setMyReview, { ...input, ...invalid })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  },
)
