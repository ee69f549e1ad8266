import { afterEach, describe, expect, test } from 'vitest'
import * as courses from '#courses/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { createBakeryCourse, askQuestionAs, indexCourseNow } from '#testing/builders/assistant-builder.ts'
import { listNotificationsOf } from '#testing/builders/learning-builder.ts'
import { runJob } from '#testing/builders/queue.ts'
import { createTestSchool, resetClock, setClock, getTestApp } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'
import { eraseUserQuestions, registerPauseCheck } from './index.ts'
import { deleteOldQuestionsJobDefinition } from './jobs.ts'

afterEach(() => resetClock())

const questionsOf = async (
  person: Awaited<ReturnType<typeof createBakeryCourse>>['student'],
  course_id: string,
) => (await person.api(contract.listMyQuestions, { course_id })).data

describe('without an endpoint', () => {
  test('quotes the best passages with their positions', async () => {
    const { student, course, content } = await createBakeryCourse()
    const answer = await askQuestionAs(student, course.id, '  How long does the dough have to rest?  ')
    expect(answer).toMatchObject({
      question: 'How long does the dough have to rest?',
      kind: 'quotes',
      failure: null,
      rating: null,
      correction: null,
    })
    expect(answer.citations[0]).toMatchObject({
      number: 1,
      content_id: content.id,
      title: 'Dough',
      lesson_title: 'A lesson',
      start_second: null,
      quote: 'The dough rests for ninety minutes under a damp cloth. Cold dough needs twice as long.',
    })
    expect(answer.answer).toContain('“The dough rests for ninety minutes')
    expect(answer.answer).toContain('[1]')
    expect(await questionsOf(student, course.id)).toEqual([answer])
    const again = await askQuestionAs(student, course.id, 'How long does the dough have to rest?')
    expect(again.citations).toEqual(answer.citations)
  })

  test('reports a question that the course does not answer', async () => {
    const { student, course } = await createBakeryCourse()
    for (const question of [
      'What is the capital of Mongolia?',
      'What is it?',
      '???',
      "'); drop table users; --",
    ])
      await expect(askQuestionAs(student, course.id, question)).resolves.toMatchObject({
        kind: 'none',
        answer: '',
        citations: [],
      })
  })

  test('offers lessons that contain words of the question below the threshold, without quotes', async () => {
    const { student, course, content } = await createBakeryCourse()
    const answer = await askQuestionAs(student, course.id, 'Did a zebra eat the damp cloth?')
    const found = { content_id: content.id, title: 'Dough', lesson_title: 'A lesson', position: 0, quote: '' }
    expect(answer).toMatchObject({ kind: 'none', answer: '', citations: [{ number: 1, ...found }] })
    expect(await questionsOf(student, course.id)).toEqual([answer])
    // Search results do not show what the student asked about.
    const { data } = await student.api(contract.recommendTopics, { course_id: course.id })
    expect(data.map(({ reason }) => reason)).not.toContain('asked')
  })

  test('answers in French, ignoring accents and word forms', async () => {
    const contents = [{ title: 'Le pétrissage', body: '<p>On pétrit la pâte pendant dix minutes.</p>' }]
    const { student, course } = await createBakeryCourse({ contents })
    for (const question of ['Combien de temps faut-il petrir la pate ?', 'pourquoi pétrissons-nous la pâte'])
      await expect(askQuestionAs(student, course.id, question)).resolves.toMatchObject({
        citations: [{ quote: 'On pétrit la pâte pendant dix minutes.' }],
      })
  })
})

describe('answers use only what the reader may open', () => {
  test('never drafts, locked, future or higher-tier topics, or another course', async () => {
    const body = '<p>The password of the safe is marzipan.</p>'
    const { school, student, teacher, course, lesson } = await createBakeryCourse({
      course: { enable_tiering: true, tiering_maximum: 2 },
      contents: [{ title: 'Open', body: '<p>Nothing secret.</p>' }],
    })
    const at = { course_id: course.id, lesson_id: lesson.id, body }
    const locked = await school.content({ ...at, title: 'Locked marzipan', is_locked: true })
    await school.content({ ...at, title: 'Later', opens_at: new Date('2099-01-01') })
    await school.content({ ...at, title: 'Tier', lowest_tier: 2 })
    await school.content({ ...at, title: 'Draft', is_published: false })
    await school.content({ ...at, title: 'After', opens_after_content_id: locked.id })
    await indexCourseNow(school, course.id)
    const other = await createBakeryCourse({ contents: [{ title: 'Elsewhere', body }] }, school)
    const question = 'What is the password of the safe?'
    await expect(askQuestionAs(student, course.id, question)).resolves.toMatchObject({
      kind: 'none',
      citations: [],
    })
    await expect(
      teacher.api(contract.askQuestion, { course_id: course.id, question, creator_preview: true }),
    ).resolves.toMatchObject({
      citations: expect.not.arrayContaining([expect.objectContaining({ title: 'Locked marzipan' })]),
    })
    const receivedText = await askQuestionAs(teacher, course.id, question)
    expect(receivedText.kind).toBe('quotes')
    expect(receivedText.citations.map(({ title }) => title)).not.toContain('Draft')

    for (const [who, code] of [
      [await school.student(), 'not_approved'],
      [other.teacher, 'not_your_course'],
    ] as const)
      for (const call of [
        () => askQuestionAs(who, course.id, question),
        () => who.api(contract.listMyQuestions, { course_id: course.id }),
        () => who.api(contract.recommendTopics, { course_id: course.id }),
        () => who.api(contract.getAssistant, { course_id: course.id }),
      ])
        await expect(call()).rejects.toMatchObject({ code })
  })

  test('nothing before the course opens', async () => {
    const { student, course } = await createBakeryCourse({ course: { is_coming_soon: true } })
    for (const call of [
      () => askQuestionAs(student, course.id, 'dough'),
      () => student.api(contract.listMyQuestions, { course_id: course.id }),
      () => student.api(contract.recommendTopics, { course_id: course.id }),
      () => student.api(contract.getAssistant, { course_id: course.id }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'course_coming_soon' })
  })

  test('nothing while the assistant is paused', async () => {
    const { student, teacher, course } = await createBakeryCourse()
    registerPauseCheck(async (ctx, id) => id === course.id && ctx.actor.id === student.id)
    await expect(askQuestionAs(student, course.id, 'dough')).rejects.toMatchObject({
      code: 'assistant_paused',
      status: 403,
    })
    await expect(askQuestionAs(teacher, course.id, 'dough')).resolves.toMatchObject({ kind: 'quotes' })
    expect(await questionsOf(student, course.id)).toEqual([])
  })

  test('answers for a mirror from its origin', async () => {
    const { school, course, teacher } = await createBakeryCourse()
    const mirror = await school.course({ created_by: teacher.id, mirror_course_id: course.id })
    const student = await school.student()
    await school.enrol(student, mirror)
    await expect(askQuestionAs(student, mirror.id, 'When is the starter fed?')).resolves.toMatchObject({
      citations: [{ title: 'Sourdough starter' }],
    })
  })
})

test.each(['', '   ', '\n\t', 'x'.repeat(10_000), 7, null])('refuses the question %j', async (question) => {
  const { student, course } = await createBakeryCourse()
  await expect(askQuestionAs(student, course.id, question as string)).rejects.toMatchObject({ status: 422 })
})

test('stores and counts a question once per idempotency key', async () => {
  const { student, course } = await createBakeryCourse()
  const key = { 'idempotency-key': newId() }
  const send = () =>
    student.api(contract.askQuestion, { course_id: course.id, question: 'How does dough rest?' }, key)
  const first = await send()
  await expect(send()).resolves.toEqual(JSON.parse(JSON.stringify(first)))
  expect(await questionsOf(student, course.id)).toHaveLength(1)
  const { questions_left } = await student.api(contract.getAssistant, { course_id: course.id })
  expect(questions_left).toBe(39)
})

describe('daily limits', () => {
  test('hold for concurrent questions, name the time of renewal, and renew', async () => {
    const school = await createTestSchool({ time_zone: 'Africa/Lagos' })
    const { student, course } = await createBakeryCourse({}, school)
    const admin = await school.admin()
    await admin.api(contract.updateAssistantSettings, { student_daily_questions: 3 })
    setClock(new Date('2026-11-21T22:30:00Z'))
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_n, at) => askQuestionAs(student, course.id, `How does dough rest ${at}?`)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const [refused] = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toMatchObject({
      status: 429,
      code: 'question_limit_reached',
      // Midnight in Lagos.
      body: { resets_at: '2026-11-21T23:00:00.000Z' },
    })
    expect(await questionsOf(student, course.id)).toHaveLength(3)
    setClock(new Date('2026-11-21T23:00:01Z'))
    await expect(askQuestionAs(student, course.id, 'dough')).resolves.toMatchObject({ kind: 'quotes' })
  })

  test('of the whole school apply to everybody together', async () => {
    const { school, student, course } = await createBakeryCourse()
    const others = await Promise.all(Array.from({ length: 6 }, () => school.student()))
    for (const other of others) await school.enrol(other, course)
    const { assistant } = (await getTestApp()).services.config
    const before = assistant.schoolQuestions
    assistant.schoolQuestions = 4
    try {
      const results = await Promise.allSettled(
        [student, ...others].map((one) => askQuestionAs(one, course.id, 'dough')),
      )
      const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
      expect(refused).toEqual(Array(3).fill('school_question_limit_reached'))
      // A question refused for the school is not counted for the person.
      const used = await school.transact(({ tx, school_id }) =>
        tx.selectFrom('assistant_usage').where('school_id', '=', school_id).select('questions').execute(),
      )
      expect(used.map(({ questions }) => questions).toSorted((a, b) => a - b)).toEqual([1, 1, 1, 1, 4])
    } finally {
      assistant.schoolQuestions = before
    }
  })
})

describe('switching the assistant off', () => {
  test('is possible for the school and the course’s teacher, within the school’s setting', async () => {
    const { school, student, teacher, course } = await createBakeryCourse()
    const admin = await school.admin()
    const course_id = course.id
    await teacher.api(contract.updateCourseAssistant, { course_id, is_on: false })
    await expect(askQuestionAs(student, course_id, 'dough')).rejects.toMatchObject({
      code: 'assistant_off',
      status: 403,
    })
    await expect(student.api(contract.getAssistant, { course_id })).resolves.toMatchObject({ is_on: false })
    await teacher.api(contract.updateCourseAssistant, { course_id, is_on: true })
    await expect(askQuestionAs(student, course_id, 'dough')).resolves.toMatchObject({ kind: 'quotes' })
    await admin.api(contract.updateAssistantSettings, { is_on: false })
    await expect(askQuestionAs(student, course_id, 'dough')).rejects.toMatchObject({ code: 'assistant_off' })
    await expect(teacher.api(contract.getCourseAssistant, { course_id })).resolves.toEqual({
      is_on: true,
      is_on_in_school: false,
    })
    // Earlier answers can still be read.
    expect(await questionsOf(student, course_id)).toHaveLength(1)
    await expect(admin.api(contract.getAssistantSettings, {})).resolves.toMatchObject({
      is_on: false,
      uses_endpoint: true,
      has_endpoint: false,
      student_daily_questions: null,
      used_today: { questions: 1, tokens: 0 },
    })
    const visitor = await school.teacher()
    for (const call of [
      () => visitor.api(contract.getCourseAssistant, { course_id }),
      () => visitor.api(contract.updateCourseAssistant, { course_id, is_on: false }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'not_your_course' })
  })
})

describe('a teacher sees and corrects answers', () => {
  const question = 'How long does the dough have to rest?'

  test('notifies the person, and answers a similar question with the correction', async () => {
    const { school, student, teacher, course, contents } = await createBakeryCourse()
    const course_id = course.id
    const first = await askQuestionAs(student, course_id, question)
    await student.api(contract.rateAnswer, { id: first.id, rating: 'unhelpful' })
    const listed = await teacher.api(contract.listCourseQuestions, { course_id, state: 'rated_unhelpful' })
    expect(listed.data).toMatchObject([
      { id: first.id, question, rating: 'unhelpful', asked_by: { name: student.name }, correction: null },
    ])
    const given = { id: first.id, answer: ' Two hours in winter. ', content_ids: [contents[0]!.id] }
    const corrected = await teacher.api(contract.setCorrection, given)
    expect(corrected).toMatchObject({ state: 'corrected', correction: { answer: 'Two hours in winter.' } })
    await teacher.api(contract.setCorrection, given)
    const news = await listNotificationsOf(school, student.id)
    expect(news.notifications).toEqual([
      { kind: 'assistant_correction', data: { course_id, course_name: 'Bread', question_id: first.id } },
    ])
    expect(await questionsOf(student, course_id)).toMatchObject([
      { correction: { answer: 'Two hours in winter.' } },
    ])

    const next = await school.student()
    await school.enrol(next, course)
    const again = await askQuestionAs(next, course_id, 'How long should dough be resting?')
    expect(again).toMatchObject({ kind: 'teacher', answer: 'Two hours in winter.' })
    expect(again.citations[0]).toMatchObject({ number: 1, content_id: contents[0]!.id, quote: '' })
    expect(again.citations.slice(1).map(({ quote }) => quote.slice(0, 15))).toContain('The dough rests')
    expect(JSON.stringify(again)).not.toContain(student.name)
    await expect(askQuestionAs(next, course_id, 'Who feeds the starter?')).resolves.toMatchObject({
      kind: 'quotes',
    })

    // If the reader cannot open its sources, the correction is hidden too.
    const id = contents[0]!.id
    await teacher.api(courses.lockContents, { course_id, lesson_id: contents[0]!.lesson_id, content_id: id })
    await expect(askQuestionAs(next, course_id, question)).resolves.toMatchObject({ kind: 'none' })
    await teacher.api(courses.unlockContents, {
      course_id,
      lesson_id: contents[0]!.lesson_id,
      content_id: id,
    })

    await teacher.api(contract.deleteCorrection, { id: first.id })
    await expect(teacher.api(contract.deleteCorrection, { id: first.id })).rejects.toMatchObject({
      status: 404,
    })
    await expect(askQuestionAs(next, course_id, question)).resolves.toMatchObject({ kind: 'quotes' })
    const after = await teacher.api(contract.listCourseQuestions, { course_id, state: 'rated_unhelpful' })
    expect(after.data.map((one) => one.id)).toEqual([first.id])
  })

  test('uses corrections of the origin in a mirror after its own, for readers who may open the sources', async () => {
    const { school, student, teacher, course, contents } = await createBakeryCourse()
    const [content] = contents as [(typeof contents)[number]]
    const { id } = await askQuestionAs(student, course.id, question)
    await teacher.api(contract.setCorrection, { id, answer: 'Two hours.', content_ids: [content.id] })
    const mirror = await school.course({ created_by: teacher.id, mirror_course_id: course.id })
    const reader = await school.student()
    await school.enrol(reader, mirror)
    const first = await askQuestionAs(reader, mirror.id, question)
    expect(first).toMatchObject({ kind: 'teacher', answer: 'Two hours.' })
    expect(JSON.stringify(first)).not.toContain(student.name)
    await teacher.api(contract.setCorrection, { id: first.id, answer: 'Three hours here.' })
    await expect(askQuestionAs(reader, mirror.id, question)).resolves.toMatchObject({
      answer: 'Three hours here.',
    })
    // A correction by a mirror's teacher is for its own students.
    await expect(askQuestionAs(student, course.id, question)).resolves.toMatchObject({ answer: 'Two hours.' })
    await teacher.api(contract.deleteCorrection, { id: first.id })
    const { lesson_id } = content
    await teacher.api(courses.lockContents, { course_id: course.id, lesson_id, content_id: content.id })
    await expect(askQuestionAs(reader, mirror.id, question)).resolves.toMatchObject({ kind: 'none' })
  })

  test('pages through the list without gaps and filters by state', async () => {
    const { student, teacher, course } = await createBakeryCourse()
    const course_id = course.id
    for (const word of ['dough', 'starter', 'zebra', 'giraffe', 'flour'])
      await askQuestionAs(student, course_id, word)
    const first = await teacher.api(contract.listCourseQuestions, { course_id, limit: 2 })
    const rest = await teacher.api(contract.listCourseQuestions, {
      course_id,
      limit: 5,
      cursor: first.next_cursor!,
    })
    expect([...first.data, ...rest.data].map((one) => one.question)).toEqual([
      'flour',
      'giraffe',
      'zebra',
      'starter',
      'dough',
    ])
    const unanswered = await teacher.api(contract.listCourseQuestions, { course_id, state: 'unanswered' })
    expect(unanswered.data.map((one) => one.question)).toEqual(['giraffe', 'zebra'])
  })

  test('keeps questions between the student and the course’s staff', async () => {
    const { school, student, course } = await createBakeryCourse()
    const { id } = await askQuestionAs(student, course.id, question)
    const [visitor, classmate] = [await school.teacher(), await school.student()]
    await school.enrol(classmate, course)
    expect(await questionsOf(classmate, course.id)).toEqual([])
    await expect(classmate.api(contract.rateAnswer, { id, rating: 'unhelpful' })).rejects.toMatchObject({
      status: 404,
    })
    for (const call of [
      () => visitor.api(contract.listCourseQuestions, { course_id: course.id }),
      () => visitor.api(contract.setCorrection, { id, answer: 'Mine' }),
      () => visitor.api(contract.deleteCorrection, { id }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'not_your_course' })
    const otherCourse = await createBakeryCourse()
    const refused = otherCourse.teacher.api(contract.setCorrection, { id, answer: 'Mine' })
    await expect(refused).rejects.toMatchObject({ status: 404 })
  })

  test('accepts only topics of the course as sources', async () => {
    const { school, student, teacher, course } = await createBakeryCourse()
    const { id } = await askQuestionAs(student, course.id, question)
    const other = await school.content({})
    for (const content_id of [other.id, newId()])
      await expect(
        teacher.api(contract.setCorrection, { id, answer: 'x', content_ids: [content_id] }),
      ).rejects.toMatchObject({ code: 'correction_topic_not_in_course' })
  })
})

describe('stored questions', () => {
  test('are deleted after their time, except corrected ones, which stay without a name', async () => {
    const { school, student, teacher, course } = await createBakeryCourse()
    const stored = await askQuestionAs(student, course.id, 'How does dough rest?')
    await askQuestionAs(student, course.id, 'Who feeds the starter?')
    await teacher.api(contract.setCorrection, { id: stored.id, answer: 'Well covered.' })
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('assistant_questions')
        .set({ created_at: new Date(Date.now() - 366 * 86_400_000) })
        .where('school_id', '=', school_id)
        .execute(),
    )
    const fresh = await askQuestionAs(student, course.id, 'zebra')
    await runJob(school, deleteOldQuestionsJobDefinition, {})
    await runJob(school, deleteOldQuestionsJobDefinition, {})
    expect((await questionsOf(student, course.id)).map(({ id }) => id)).toEqual([fresh.id])
    const { data } = await teacher.api(contract.listCourseQuestions, { course_id: course.id })
    expect(data.map(({ id, asked_by }) => [id, asked_by?.name ?? null])).toEqual([
      [fresh.id, student.name],
      [stored.id, null],
    ])
    await expect(askQuestionAs(student, course.id, 'How does dough rest?')).resolves.toMatchObject({
      kind: 'teacher',
    })
  })

  test('of a person are erased with the account', async () => {
    const { school, student, teacher, course } = await createBakeryCourse()
    await askQuestionAs(student, course.id, 'dough')
    await school.transact((ctx) => eraseUserQuestions(ctx, student.id))
    expect((await teacher.api(contract.listCourseQuestions, { course_id: course.id })).data).toEqual([])
  })
})

test('recommends topics from progress and questions', async () => {
  const { student, course, contents } = await createBakeryCourse()
  const course_id = course.id
  const next = () => student.api(contract.recommendTopics, { course_id }).then(({ data }) => data)
  expect(await next()).toMatchObject([{ content_id: contents[0]!.id, reason: 'next', ends_at: null }])
  for (const question of ['How is the starter fed?', 'Which flour feeds the starter?'])
    await askQuestionAs(student, course_id, question)
  expect(await next()).toMatchObject([
    { content_id: contents[1]!.id, reason: 'asked' },
    { content_id: contents[0]!.id, reason: 'next' },
  ])
  const recommended = await student.api(contract.recommendTopics, { course_id, topic: contents[0]!.id })
  expect(recommended.data.map(({ content_id }) => content_id)).toEqual([contents[1]!.id])
})
