import { expect, test } from 'vitest'
import { listAnswersToMark, markAnswers } from '#assessments/contract.ts'
import { listStuckStudents } from '#learning/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { createTestAssessment } from '#testing/builders/questions/assessment-builder.ts'
import { startTestAttempt, testAnswers } from '#testing/builders/questions/attempt-builder.ts'
import { createTestSchool, type TestUser } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'

const day = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * day)
const home = (person: TestUser) => person.api(contract.getStaffHome, {})
const tasksOf = async (person: TestUser) =>
  (await home(person)).tasks.map(({ kind, count, subject }) => [kind, count, subject?.name])

test('shows an empty queue and 30 days without activity in a new school', async () => {
  const owner = await (await createTestSchool()).owner()
  const { tasks, activity, courses, overview } = await home(owner)
  expect([tasks, courses]).toEqual([[], []])
  expect(overview.courses_count).toBe(0)
  expect(activity).toHaveLength(30)
  expect(new Set(activity.map((one) => one.completed_contents + one.new_students))).toEqual(new Set([0]))
})

test('lists failures for admins, and requests for the people who may decide them', async () => {
  const school = await createTestSchool()
  const [admin, teacher, other] = [await school.admin(), await school.teacher(), await school.teacher()]
  const course = await school.course({ course_teacher_id: teacher.id, created_by: teacher.id })
  await school.enrol(await school.student(), course, { status: 'pending' })
  await school.transact(async ({ tx, school_id }) => {
    const row = { school_id, created_by: admin.id }
    await tx
      .insertInto('custom_domains')
      .values({ ...row, id: newId(), domain: `${newId()}.test`, verification_record: 'x', state: 'failed' })
      .execute()
    const hook = { ...row, event_types: ['course.created'], url: 'https://hooks.test/secret' }
    await tx
      .insertInto('webhook_endpoints')
      .values([
        { ...hook, id: newId(), state: 'disabled' },
        { ...hook, id: newId(), state: 'paused' },
      ])
      .execute()
    const order = { school_id, buyer_id: admin.id, currency: 'NGN', total: 1_000, status: 'paid' as const }
    await tx
      .insertInto('orders')
      .values([
        { ...order, id: newId(), attention: ['refund_failed'] },
        { ...order, id: newId() },
      ])
      .execute()
    const file = { ...row, file_name: 'class.csv' }
    await tx
      .insertInto('student_imports')
      .values([
        { ...file, id: newId(), upload_id: newId(), state: 'failed' },
        { ...file, id: newId(), upload_id: newId(), state: 'failed', created_at: daysAgo(8) },
        { ...file, id: newId(), upload_id: newId(), state: 'done' },
      ])
      .execute()
  })
  expect(await tasksOf(admin)).toEqual([
    ['join_requests', 1, undefined],
    ['attention_orders', 1, undefined],
    ['failed_domain', 1, expect.stringContaining('.test')],
    ['disabled_webhook', 1, 'hooks.test'],
    ['failed_import', 1, 'class.csv'],
  ])
  expect(await tasksOf(teacher)).toEqual([['join_requests', 1, undefined]])
  expect(await tasksOf(other)).toEqual([])
})

test('counts unpublished work of published courses', async () => {
  const school = await createTestSchool()
  const [admin, teacher] = [await school.admin(), await school.teacher()]
  const course = await school.course({ course_teacher_id: teacher.id, course_name: 'Birds' })
  const foreign = await school.course({ created_by: admin.id, course_name: 'Trees' })
  const draft = await school.course({ created_by: admin.id, course_is_public: false, course_name: 'Bees' })
  const { id: content_id } = await school.content({ course_id: course.id, is_published: true })
  await school.content({ course_id: course.id, is_published: false })
  await school.content({ course_id: foreign.id, is_published: false })
  await school.content({ course_id: draft.id, is_published: false })
  const storeDraft = (published_as: number | null) =>
    school.transact(({ tx, school_id }) =>
      tx
        .insertInto('content_drafts')
        .values({ school_id, content_id, title: 'New', body: '', embed_url: '', published_as })
        .onConflict((oc) => oc.columns(['school_id', 'content_id']).doUpdateSet({ published_as }))
        .execute(),
    )
  await storeDraft(null)
  expect(new Set(await tasksOf(admin))).toEqual(
    new Set([
      ['unpublished_work', 1, 'Trees'],
      ['unpublished_work', 2, 'Birds'],
      ['unpublished_course', 1, 'Bees'],
    ]),
  )
  expect(await tasksOf(teacher)).toEqual([['unpublished_work', 2, 'Birds']])
  await storeDraft(2)
  expect(await tasksOf(teacher)).toEqual([['unpublished_work', 1, 'Birds']])
})

test('lists messages without a reply, unanswered questions, and courses that were never published', async () => {
  const school = await createTestSchool()
  const [admin, teacher] = [await school.admin(), await school.teacher()]
  const own = { course_teacher_id: teacher.id, created_by: teacher.id }
  const course = await school.course({ ...own, course_name: 'Birds' })
  const [student, other] = [await school.student(), await school.student()]
  await school.transact(async ({ tx, school_id }) => {
    const thread = { school_id, course_id: course.id }
    await tx
      .insertInto('end_of_course_threads')
      .values([
        { ...thread, user_id: student.id, last_message_at: daysAgo(3), awaits_reply: true },
        { ...thread, user_id: other.id, last_message_at: daysAgo(2), awaits_reply: false },
      ])
      .execute()
    const question = { ...thread, user_id: student.id, question: 'Why?', kind: 'none', answer: '' }
    await tx
      .insertInto('assistant_questions')
      .values(
        ['unanswered', 'unanswered', 'corrected', 'answered'].map((state) => ({
          ...question,
          state,
          id: newId(),
        })),
      )
      .execute()
  })
  const draft = await school.course({ ...own, course_name: 'Bees', course_is_public: false })
  const closed = await school.course({ ...own, course_name: 'For members', course_is_public: false })
  await school.content({ course_id: draft.id, is_published: false })
  await school.content({ course_id: closed.id, is_published: true })
  const tasks = [
    ['waiting_messages', 1, 'Birds'],
    ['unanswered_questions', 2, 'Birds'],
    ['unpublished_course', 1, 'Bees'],
  ]
  for (const person of [teacher, admin]) expect(await tasksOf(person)).toEqual(tasks)
  expect(await tasksOf(await school.teacher())).toEqual([])
})

test('finds students who stopped learning, as the list that the task opens', async () => {
  const school = await createTestSchool()
  const [admin, teacher] = [await school.admin(), await school.teacher()]
  const course = await school.course({ course_teacher_id: teacher.id, created_by: teacher.id })
  const later = await school.course({ created_by: admin.id, course_start_date: new Date(Date.now() + day) })
  const long = { approved_at: daysAgo(40), created_at: daysAgo(40) }
  const stuck = await school.student()
  await school.enrol(stuck, course, { ...long, last_opened_at: daysAgo(15) })
  const never = await school.student()
  await school.enrol(never, course, long)
  await school.enrol(await school.student(), course, { ...long, last_opened_at: daysAgo(13) })
  await school.enrol(await school.student(), course, { ...long, completed_at: daysAgo(20) })
  await school.enrol(await school.student(), course, { ...long, approved_at: daysAgo(2) })
  await school.enrol(await school.student(), course, { approved_at: daysAgo(95), created_at: daysAgo(95) })
  await school.enrol(await school.student(), later, long)
  await school.enrol(await school.student({ status: 'removed' }), course, long)
  expect(await tasksOf(teacher)).toEqual([['stuck_students', 2, undefined]])
  const { data } = await teacher.api(listStuckStudents, {})
  expect(data.map(({ student_id }) => student_id)).toEqual([never.id, stuck.id])
  const first = await admin.api(listStuckStudents, { limit: 1 })
  const second = await admin.api(listStuckStudents, { limit: 1, cursor: first.next_cursor! })
  expect([...first.data, ...second.data].map(({ student_id }) => student_id)).toEqual([never.id, stuck.id])
  expect(second.next_cursor).toBeNull()
  expect((await (await school.teacher()).api(listStuckStudents, {})).data).toEqual([])
})

test('counts activity by days of the school, and for teachers in their own courses', async () => {
  const school = await createTestSchool({ time_zone: 'Pacific/Kiritimati' })
  const [admin, teacher] = [await school.admin(), await school.teacher()]
  const course = await school.course({ course_teacher_id: teacher.id, created_by: teacher.id })
  const foreign = await school.course({ created_by: admin.id })
  const { id: content_id } = await school.content({ course_id: course.id })
  const student = await school.student()
  // 10:30 in UTC is half past midnight of the next day in a zone of UTC+14.
  const moment = new Date(`${daysAgo(3).toISOString().slice(0, 10)}T10:30:00Z`)
  const localDay = new Date(moment.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)
  await school.enrol(student, course, { created_at: moment })
  await school.enrol(student, foreign, { created_at: moment })
  await school.transact(({ tx, school_id }) =>
    tx
      .insertInto('content_progress')
      .values({ school_id, user_id: student.id, course_id: course.id, content_id, completed_at: moment })
      .execute(),
  )
  const activeDays = async (person: TestUser) =>
    (await home(person)).activity.filter((one) => one.completed_contents + one.new_students > 0)
  expect(await activeDays(admin)).toEqual([{ day: localDay, completed_contents: 1, new_students: 2 }])
  expect(await activeDays(teacher)).toEqual([{ day: localDay, completed_contents: 1, new_students: 1 }])
})

test('shows the plan to owners only', async () => {
  const school = await createTestSchool({ created_at: new Date(), plan_name: 'free' })
  await expect(home(await school.owner())).resolves.toMatchObject({ plan: { plan_name: 'free' } })
  for (const person of [await school.admin(), await school.teacher()])
    await expect(home(person)).resolves.toMatchObject({ plan: null })
})

test('lists assessments with answers to mark for the people who may mark them', async () => {
  const { school, admin, course, id, student } = await createTestAssessment({ types: ['essay', 'essay'] })
  const tab = await startTestAttempt(await student(), id)
  await tab.save([{ slot: 0, seq: 1, answer: testAnswers.essay }])
  await tab.submit()
  const isMarking = ([kind]: unknown[]) => kind === 'answers_to_mark'
  const marking = async (person: TestUser) => (await tasksOf(person)).filter(isMarking)
  const pending = await marking(admin)
  expect(pending).toEqual([['answers_to_mark', expect.any(Number), 'Test of the week']])
  expect(await marking(await school.teacher())).toEqual([])
  const teacher = await school.teacher()
  await school.transact(({ tx, school_id }) =>
    tx
      .updateTable('courses')
      .set({ course_teacher_id: teacher.id })
      .where('school_id', '=', school_id)
      .where('id', '=', course!.id)
      .execute(),
  )
  expect(await marking(teacher)).toEqual(pending)
  const { data } = await admin.api(listAnswersToMark, { id, state: 'pending' })
  expect(data).toHaveLength(Number(pending[0]![1]))
  const marks = data.map(({ slot, step }) => ({ slot, expected_step: step, points: 1 }))
  await admin.api(markAnswers, { id: tab.id, marks })
  expect(await marking(admin)).toEqual([])
})
