import { afterEach, describe, expect, test } from 'vitest'
import { createTestAssessment } from '#testing/builders/questions/assessment-builder.ts'
import {
  openTestAttempt,
  runAttemptJobs,
  startTestAttempt,
  testAnswers,
} from '#testing/builders/questions/attempt-builder.ts'
import { resetClock, setClock } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

afterEach(resetClock)

const minute = 60_000
const { right_choice, half_choice, incorrect_choice, right_number } = testAnswers
const settings = { time_limit_minutes: 10, late_sync_hours: 1, max_attempts: 1 }

async function startTimed(more: Partial<typeof settings> & { is_graded?: boolean } = {}) {
  const { is_graded = false, ...changed } = more
  const built = await createTestAssessment({ settings: { ...settings, ...changed } })
  const person = await built.student()
  const tab = await startTestAttempt(person, built.id)
  const deadline = new Date(tab.attempt.deadline_at!).getTime()
  const at = (ms: number) => new Date(deadline + ms)
  if (is_graded) {
    setClock(at(minute))
    await runAttemptJobs(built.school)
  }
  return { ...built, person, tab, at, get: () => person.api(contract.getAttempt, { id: tab.id }) }
}

describe('answers that were given in time and arrive late', () => {
  test('count in the same attempt, are marked for staff and graded again', async () => {
    const { tab, at, get, school, admin, person, id } = await startTimed()
    const online = await tab.save([{ slot: 0, seq: 1, answer: incorrect_choice, given_at: at(-9 * minute) }])
    expect(online).toMatchObject({ settled: [1], state: 'running' })
    setClock(at(10_000))
    await runAttemptJobs(school)
    expect(await get()).toMatchObject({ state: 'released', result: { score: 0 } })
    setClock(at(30 * minute))
    expect(
      await tab.save([
        { slot: 0, seq: 2, answer: right_choice, given_at: at(-5 * minute) },
        { slot: 1, seq: 3, answer: right_number, given_at: at(-4 * minute) },
      ]),
    ).toMatchObject({ settled: [2, 3], refused: [], state: 'submitted' })
    await runAttemptJobs(school)
    expect(await get()).toMatchObject({
      state: 'released',
      submitted_by: 'deadline',
      result: { score: 100 },
      slots: [{ answer: right_choice, is_late: true }, { is_late: true }],
    })
    expect((await admin.api(contract.listResults, {})).data).toMatchObject([{ has_late_answers: true }])
    expect((await person.api(contract.getAssessmentOverview, { id })).attempts).toHaveLength(1)
  })

  test('are taken once from each device, and not after the last moment', async () => {
    const { tab, at, person } = await startTimed()
    const phone = await openTestAttempt(person, { id: tab.id })
    setClock(at(minute))
    const first = { slot: 0, seq: 1, answer: right_choice, given_at: at(-minute) }
    expect(await tab.save([first])).toMatchObject({ settled: [1] })
    const second = { slot: 1, seq: 2, answer: right_number, given_at: at(-minute) }
    expect(await tab.save([second])).toMatchObject({ settled: [], refused: [2] })
    // A repeated request is answered like the first one.
    expect(await tab.save([first])).toMatchObject({ settled: [1], refused: [] })
    setClock(at(61 * minute))
    expect(await phone.save([{ ...second, seq: 1 }])).toMatchObject({ refused: [1] })
  })

  test('close the device also when they claim a time after the deadline', async () => {
    const { tab, at } = await startTimed()
    setClock(at(minute))
    const late = { slot: 0, seq: 1, answer: right_choice, given_at: at(1) }
    expect(await tab.save([late])).toMatchObject({ refused: [1] })
    expect(await tab.save([{ ...late, seq: 2, given_at: at(-1) }])).toMatchObject({ refused: [2] })
  })

  test('are refused with a leap second, which is no time of a device', async () => {
    const { tab, at, person } = await startTimed()
    setClock(at(minute))
    const saves = [{ slot: 0, seq: 1, answer: right_choice, given_at: '2016-12-31T23:59:60Z' }]
    expect(await person.api(contract.saveAnswers, { id: tab.id, holder: 1, saves })).toMatchObject({
      refused: [1],
    })
  })

  test('must have been given in their order, after what the device sent before', async () => {
    const { tab, at } = await startTimed()
    setClock(at(-2 * minute))
    await tab.save([{ slot: 0, seq: 1, answer: incorrect_choice, given_at: at(-2 * minute) }])
    setClock(at(minute))
    expect(
      await tab.save([
        { slot: 0, seq: 2, answer: right_choice, given_at: at(-3 * minute) },
        { slot: 1, seq: 3, answer: right_number, given_at: at(-minute) },
      ]),
    ).toMatchObject({ settled: [3], refused: [2] })
  })

  test('fill only slots that no newer device answered', async () => {
    const { tab, at, get, person } = await startTimed()
    const phone = await openTestAttempt(person, { id: tab.id })
    await phone.save([{ slot: 0, seq: 1, answer: right_choice }])
    setClock(at(minute))
    expect(
      await tab.save([
        { slot: 0, seq: 1, answer: half_choice, given_at: at(-minute) },
        { slot: 1, seq: 2, answer: right_number, given_at: at(-minute) },
      ]),
    ).toMatchObject({ settled: [1, 2], holder: 2 })
    expect((await get()).slots).toMatchObject([
      { answer: right_choice, is_late: false },
      { answer: right_number, is_late: true },
    ])
  })

  test('are refused once the student submitted, and where the assessment accepts none', async () => {
    const { tab, at } = await startTimed()
    await tab.submit()
    setClock(at(minute))
    const late = { slot: 0, seq: 1, answer: right_choice, given_at: at(-minute) }
    expect(await tab.save([late])).toMatchObject({ refused: [1], submitted_by: 'student' })
    const strict = await startTimed({ late_sync_hours: 0 })
    setClock(strict.at(minute))
    expect(await strict.tab.save([{ ...late, given_at: strict.at(-minute) }])).toMatchObject({ refused: [1] })
  })

  test('sent at the same moment are stored without a deadlock', async () => {
    const { tab, at, person, get } = await startTimed()
    const tabs: Pick<typeof tab, 'save'>[] = [tab]
    for (let count = 0; count < 7; count++) tabs.push(await openTestAttempt(person, { id: tab.id }))
    setClock(at(minute))
    const replies = await Promise.all(
      tabs.map(({ save }) =>
        save([
          { slot: 1, seq: 1, answer: right_number, given_at: at(-2 * minute) },
          { slot: 0, seq: 2, answer: right_choice, given_at: at(-minute) },
        ]),
      ),
    )
    for (const reply of replies) expect(reply).toMatchObject({ settled: [1, 2] })
    expect((await get()).slots).toMatchObject([{ answer: right_choice }, { answer: right_number }])
  })
})

describe('more time', () => {
  test('outlasts the end of the window, and reaches a running attempt', async () => {
    const closes = new Date(Date.now() + 10 * minute)
    const { id, student, admin, course } = await createTestAssessment({
      settings: { ...settings, closes_at: closes.toISOString() },
    })
    const person = await student()
    const tab = await startTestAttempt(person, id)
    const deadline = async () =>
      new Date((await person.api(contract.getAttemptStatus, { id: tab.id })).deadline_at!).getTime()
    const before = await deadline()
    expect(before).toBeLessThanOrEqual(closes.getTime())
    const allow = (time_factor: number) =>
      admin.api(contract.setAccommodation, { user_id: person.id, course_id: course!.id, time_factor })
    await allow(1.5)
    const extended = await deadline()
    expect(extended).toBe(closes.getTime() + 5 * minute)
    // Time that a student was given is not taken back from a running attempt.
    await allow(1)
    expect(await deadline()).toBe(extended)
    await admin.api(contract.setAssessmentException, {
      id,
      user_id: person.id,
      extra_minutes: 20,
      closes_at: new Date(closes.getTime() + 60 * minute).toISOString(),
    })
    expect(await deadline()).toBe(new Date(tab.attempt.started_at).getTime() + 30 * minute)
    expect(await person.api(contract.getAssessmentOverview, { id })).toMatchObject({ time_limit_minutes: 30 })
    // After the earlier deadline the attempt goes on.
    setClock(new Date(extended + minute))
    expect(await tab.save([{ slot: 0, seq: 1, answer: right_choice }])).toMatchObject({
      settled: [1],
      state: 'running',
    })
  })
})
