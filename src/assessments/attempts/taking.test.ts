import { afterEach, describe, expect, test } from 'vitest'
import { createTestAssessment } from '#testing/builders/questions/assessment-builder.ts'
import {
  openTestAttempt,
  runAttemptJobs,
  startTestAttempt,
  testAnswers,
} from '#testing/builders/questions/attempt-builder.ts'
import { createTestSchool, resetClock, setClock, type TestUser } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

afterEach(resetClock)

const minute = 60_000
const later = (ms: number) => setClock(new Date(Date.now() + ms))
const { right_choice, half_choice, incorrect_choice, right_number, essay } = testAnswers

describe('starting', () => {
  test('20 calls at the same moment start one attempt', async () => {
    const { id, student } = await createTestAssessment({ settings: { time_limit_minutes: 10 } })
    const person = await student()
    const started = await Promise.all(
      Array.from({ length: 20 }, () => person.api(contract.startAttempt, { id })),
    )
    expect(new Set(started.map((attempt) => attempt.id)).size).toBe(1)
    expect(started[0]).toMatchObject({ state: 'running', number: 1, holder: 0, result: null })
    expect(started[0]!.slots).toMatchObject([
      { slot: 0, points: 2, body: { type: 'single_choice' }, answer: null, mark: null },
      { slot: 1, points: 2, body: { type: 'number' }, answer: null, mark: null },
    ])
    const { attempts } = await person.api(contract.getAssessmentOverview, { id })
    expect(attempts).toHaveLength(1)
  })

  test('is limited by window, attempts and access code', async () => {
    const { id, change, student, admin } = await createTestAssessment({
      settings: { max_attempts: 1, access_code: 'Room 12' },
    })
    const person = await student()
    const start = (access_code?: string) =>
      person.api(contract.startAttempt, { id, ...(access_code && { access_code }) })
    await expect(start()).rejects.toMatchObject({ code: 'access_code_invalid' })
    await expect(start('room 13')).rejects.toMatchObject({ code: 'access_code_invalid' })
    const { id: attempt_id } = await start(' room 12')
    // Continuing needs no code.
    expect((await start()).id).toBe(attempt_id)
    const { submit } = await openTestAttempt(person, { id: attempt_id })
    await submit()
    await expect(start('Room 12')).rejects.toMatchObject({ code: 'no_attempts_left' })
    expect(await person.api(contract.getAssessmentOverview, { id })).toMatchObject({
      refusal: 'no_attempts_left',
      used_attempts: 1,
      max_attempts: 1,
      needs_access_code: true,
    })
    await admin.api(contract.setAssessmentException, { id, user_id: person.id, extra_attempts: 1 })
    expect(await start('Room 12')).toMatchObject({ number: 2 })

    const other = await student()
    const startOther = () => other.api(contract.startAttempt, { id, access_code: 'Room 12' })
    await change({ opens_at: new Date(Date.now() + minute).toISOString() })
    await expect(startOther()).rejects.toMatchObject({ code: 'assessment_not_open' })
    await change({ opens_at: null, closes_at: new Date(Date.now() - minute).toISOString() })
    await expect(startOther()).rejects.toMatchObject({ code: 'assessment_closed' })
  })

  test('needs access to the course, or a school-wide assessment', async () => {
    const { id, school, course, admin } = await createTestAssessment()
    const past = new Date(Date.now() - minute)
    const outsider = await school.student()
    const start = (person: TestUser) => person.api(contract.startAttempt, { id })
    await expect(start(outsider)).rejects.toMatchObject({ status: 404 })
    await expect(outsider.api(contract.getAssessmentOverview, { id })).rejects.toMatchObject({ status: 404 })
    for (const [enrolment, code] of [
      [{ status: 'pending' }, 'not_approved'],
      [{ student_approval_end_date: past }, 'approval_ended'],
    ] as const) {
      const person = await school.student()
      await school.enrol(person, course!, enrolment)
      await expect(start(person)).rejects.toMatchObject({ code })
      expect(await person.api(contract.getAssessmentOverview, { id })).toMatchObject({ refusal: code })
    }
    const person = await school.student()
    for (const [settings, code] of [
      [{ is_coming_soon: true }, 'course_coming_soon'],
      [{ course_start_date: new Date(Date.now() + minute), allow_early_access: false }, 'course_not_started'],
    ] as const) {
      const other = await school.course(settings)
      await school.enrol(person, other)
      const { id: copy } = await admin.api(contract.copyAssessment, { id, course_id: other.id })
      await admin.api(contract.publishAssessment, { id: copy })
      await expect(person.api(contract.startAttempt, { id: copy })).rejects.toMatchObject({ code })
    }
    const { id: ofSchool } = await admin.api(contract.copyAssessment, { id, course_id: null })
    await expect(outsider.api(contract.startAttempt, { id: ofSchool })).rejects.toMatchObject({ status: 404 })
    await admin.api(contract.publishAssessment, { id: ofSchool })
    expect(await outsider.api(contract.startAttempt, { id: ofSchool })).toMatchObject({ course_id: null })
    expect((await outsider.api(contract.listHomepageAssessments, {})).data).toMatchObject([
      { id: ofSchool, is_running: true, used_attempts: 1 },
    ])
  })

  test('follows the lock of the content, and a mirror of the course', async () => {
    const { id, school, course, admin, student } = await createTestAssessment()
    const content = await school.content({ type: 'assessment', course_id: course!.id, is_locked: true })
    await admin.api(contract.updateAssessment, { id, content_id: content.id })
    const person = await student()
    await expect(person.api(contract.startAttempt, { id })).rejects.toMatchObject({
      code: 'assessment_locked',
    })
    const open = await school.content({ type: 'assessment', course_id: course!.id })
    await admin.api(contract.updateAssessment, { id, content_id: open.id })
    const mirror = await school.course({ mirror_course_id: course!.id })
    const reader = await school.student()
    await school.enrol(reader, mirror)
    await expect(reader.api(contract.startAttempt, { id })).rejects.toMatchObject({ status: 404 })
    expect(await reader.api(contract.startAttempt, { id, course_id: mirror.id })).toMatchObject({
      course_id: mirror.id,
    })
  })
})

describe('answering', () => {
  test('stores answers, grades them at submission and shows what the settings release', async () => {
    const { id, change, student, admin, school } = await createTestAssessment({
      settings: {
        max_attempts: 1,
        pass_percent: 50,
        release: { when: 'by_staff', at: null, show: 'score' },
      },
    })
    const person = await student()
    const tab = await startTestAttempt(person, id)
    expect(
      await tab.save([
        { slot: 0, seq: 1, answer: incorrect_choice },
        { slot: 0, seq: 2, answer: half_choice },
        { slot: 1, seq: 3, answer: right_number },
      ]),
    ).toMatchObject({ settled: [1, 2, 3], refused: [], holder: 1, state: 'running' })
    // An older save that arrives again changes nothing.
    expect(await tab.save([{ slot: 0, seq: 1, answer: incorrect_choice }])).toMatchObject({ settled: [1] })
    await expect(tab.save([{ slot: 2, seq: 9, answer: right_number }])).rejects.toMatchObject({
      errors: [{ path: 'saves.0.slot' }],
    })
    expect((await person.api(contract.getAttempt, { id: tab.id })).slots[0]!.answer).toEqual(half_choice)
    expect(await tab.submit()).toMatchObject({ state: 'marked', submitted_by: 'student' })
    expect(await tab.submit()).toMatchObject({ state: 'marked' })
    expect(await tab.save([{ slot: 0, seq: 4, answer: right_choice }])).toMatchObject({
      settled: [],
      refused: [4],
    })
    const get = () => person.api(contract.getAttempt, { id: tab.id })
    expect(await get()).toMatchObject({ result: null, slots: [{ mark: null }, { mark: null }] })

    expect(await admin.api(contract.releaseResults, { id })).toEqual({ released_count: 1 })
    const result = { points: 2.5, max_points: 4, score: 62.5, is_passed: true }
    expect(await get()).toMatchObject({ state: 'released', result, slots: [{ mark: null }, { mark: null }] })
    await change({ release: { when: 'by_staff', at: null, show: 'marks' } })
    expect((await get()).slots).toMatchObject([
      { mark: { points: 0.5, feedback: [], right_answer: null } },
      { mark: { points: 2 } },
    ])
    await change({ release: { when: 'when_marked', at: null, show: 'answers' } })
    const feedback = ['<p>Until 1991.</p>', '<p>See section 2.</p>']
    expect((await get()).slots[0]).toMatchObject({
      mark: { points: 0.5, feedback, right_answer: right_choice },
    })
    expect((await admin.api(contract.listResults, { assessment_id: id })).data).toMatchObject([
      { user_id: person.id, user_name: person.name, points: 2.5, score: 62.5, state: 'marked' },
    ])
    const other = await school.teacher()
    expect((await other.api(contract.listResults, {})).data).toEqual([])
  })

  test('waits for a person where a grader cannot mark', async () => {
    const { id, admin, student } = await createTestAssessment({ types: ['single_choice', 'essay'] })
    const person = await student()
    const tab = await startTestAttempt(person, id)
    await tab.save([{ slot: 1, seq: 1, answer: essay }])
    expect(await tab.submit()).toMatchObject({ state: 'submitted' })
    expect((await admin.api(contract.listPendingAttempts, { state: 'submitted' })).data).toMatchObject([
      { id: tab.id, pending_count: 1, points: null, state: 'submitted' },
    ])
    expect((await admin.api(contract.listPendingAttempts, { state: 'running' })).data).toEqual([])
    const blank = await startTestAttempt(await student(), id)
    expect(await blank.submit()).toMatchObject({ state: 'released' })
  })

  test('the newest tab owns the attempt; an older one fills only what nobody answered since', async () => {
    const { id, student } = await createTestAssessment()
    const person = await student()
    const old = await startTestAttempt(person, id)
    await old.save([{ slot: 0, seq: 1, answer: incorrect_choice }])
    const tab = await openTestAttempt(person, { id: old.id })
    expect(tab.holder).toBe(2)
    await tab.save([{ slot: 0, seq: 1, answer: right_choice }])
    expect(
      await old.save([
        { slot: 0, seq: 2, answer: half_choice },
        { slot: 1, seq: 3, answer: right_number },
      ]),
    ).toMatchObject({ settled: [2, 3], holder: 2 })
    await expect(old.submit()).rejects.toMatchObject({ code: 'attempt_taken_over' })
    // A holder that the server never gave stores nothing.
    expect(await tab.save([{ slot: 0, seq: 1, answer: half_choice }], 3)).toMatchObject({ refused: [1] })
    const { slots } = await person.api(contract.getAttempt, { id: old.id })
    expect(slots.map(({ answer }) => answer)).toEqual([right_choice, right_number])
  })

  test('an attempt of another student is as unknown as a random id', async () => {
    const { id, student, school } = await createTestAssessment()
    const { id: attempt } = (await startTestAttempt(await student(), id)).attempt
    const given_at = new Date().toISOString()
    const saves = [{ slot: 0, seq: 1, answer: right_choice, given_at }]
    for (const person of [await student(), await (await createTestSchool()).student()])
      for (const call of await Promise.allSettled([
        person.api(contract.getAttempt, { id: attempt }),
        person.api(contract.getAttemptStatus, { id: attempt }),
        person.api(contract.holdAttempt, { id: attempt }),
        person.api(contract.submitAttempt, { id: attempt, holder: 1 }),
        person.api(contract.saveAnswers, { id: attempt, holder: 1, saves }),
      ]))
        expect(call).toMatchObject({ status: 'rejected', reason: { status: 404, code: 'not_found' } })
    const rows = await school.transact(({ tx, school_id }) =>
      tx.selectFrom('attempt_answers').where('school_id', '=', school_id).selectAll().execute(),
    )
    expect(rows).toEqual([])
  })
})

describe('the deadline', () => {
  test('takes saves for five seconds more, then nothing, without any job', async () => {
    const { id, student } = await createTestAssessment({
      settings: { time_limit_minutes: 10, late_sync_hours: 0 },
    })
    const person = await student()
    const tab = await startTestAttempt(person, id)
    const { deadline_at } = tab.attempt
    const deadline = new Date(deadline_at!).getTime()
    setClock(new Date(deadline + 5_000))
    expect(await tab.save([{ slot: 0, seq: 1, answer: right_choice }])).toMatchObject({ settled: [1] })
    expect(await person.api(contract.getAttemptStatus, { id: tab.id })).toMatchObject({ state: 'submitted' })
    setClock(new Date(deadline + 6_000))
    const given_at = new Date(deadline - 1_000)
    expect(await tab.save([{ slot: 1, seq: 2, answer: right_number, given_at }])).toMatchObject({
      refused: [2],
      state: 'submitted',
      submitted_by: 'deadline',
      submitted_at: deadline_at,
    })
  })

  test('a job submits and grades with the time of the deadline', async () => {
    const { id, student, school, admin } = await createTestAssessment({
      settings: { time_limit_minutes: 10, max_attempts: 3 },
    })
    const person = await student()
    const tab = await startTestAttempt(person, id)
    await tab.save([{ slot: 0, seq: 1, answer: right_choice }])
    later(11 * minute)
    expect((await admin.api(contract.listPendingAttempts, { state: 'submitted' })).data).toHaveLength(1)
    await runAttemptJobs(school)
    expect(await person.api(contract.getAttempt, { id: tab.id })).toMatchObject({
      state: 'released',
      submitted_by: 'deadline',
      submitted_at: tab.attempt.deadline_at,
      result: { score: 50 },
    })
    expect(await tab.submit()).toMatchObject({ submitted_by: 'deadline' })
  })

  test('starting again submits an attempt whose time is over', async () => {
    const { id, student } = await createTestAssessment({ settings: { time_limit_minutes: 10 } })
    const person = await student()
    const { id: first } = (await startTestAttempt(person, id)).attempt
    later(11 * minute)
    expect(await person.api(contract.startAttempt, { id })).toMatchObject({ number: 2, state: 'running' })
    expect(await person.api(contract.getAttemptStatus, { id: first })).toMatchObject({
      submitted_by: 'deadline',
    })
  })
})
