import { expect, test } from 'vitest'
import { createRandom, randomInteger, type QuestionAnswer, type Random } from '#lib/questions/index.ts'
import { createTestAssessment } from '#testing/builders/questions/assessment-builder.ts'
import {
  openTestAttempt,
  startTestAttempt,
  type TestSave,
} from '#testing/builders/questions/attempt-builder.ts'
import type { TestSchool } from '#testing/builders/school-builder.ts'

const rounds = 150
const slots = 3

interface Sent {
  slot: number
  holder: number
  seq: number
  isSettled: boolean
}

const right: QuestionAnswer = { type: 'number', text: '105', unit: 'm' }
const incorrect: QuestionAnswer = { type: 'number', text: '7', unit: 'm' }
/** Odd numbers are right, so that a mark tells which answer was graded. */
const answerOf = (seq: number) => (seq % 2 === 1 ? right : incorrect)

type Tab = Awaited<ReturnType<typeof openTestAttempt>>

/** A tab that saves random slots, repeats requests, and at times sends nothing for a while. */
function createTyping(tab: Tab, random: Random, sent: Sent[]) {
  let seq = 0
  let last: TestSave[] = []
  return async function type() {
    const isRepeated = last.length > 0 && random() < 0.2
    if (!isRepeated)
      last = Array.from({ length: randomInteger(random, 1, 3) }, () => {
        seq += 1
        return { slot: randomInteger(random, 0, slots - 1), seq, answer: answerOf(seq) }
      })
    const of = last.map(({ slot, seq: number }) => ({
      slot,
      seq: number,
      holder: tab.holder,
      isSettled: false,
    }))
    sent.push(...of)
    const { settled } = await tab.save(last)
    for (const save of of) save.isSettled = settled.includes(save.seq)
  }
}

const storedOf = (school: TestSchool, attempt_id: string) =>
  school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('attempt_answers as r')
      .innerJoin('mark_steps as m', (on) =>
        on
          .onRef('m.school_id', '=', 'r.school_id')
          .onRef('m.attempt_id', '=', 'r.attempt_id')
          .onRef('m.slot', '=', 'r.slot'),
      )
      .where('r.school_id', '=', school_id)
      .where('r.attempt_id', '=', attempt_id)
      .select(['r.slot', 'r.holder', 'r.seq', 'm.points', 'm.step'])
      .execute(),
  )

test('any order of saves, repeats, takeovers and submission grades every acknowledged answer', async () => {
  const { id, student, school } = await createTestAssessment({ types: ['number', 'number', 'number'] })
  const people = []
  for (let count = 0; count < 5; count++) people.push(await student())
  const seen = { settled: 0, refused: 0 }
  for (let round = 0; round < rounds; round++) {
    const person = people[round % people.length]!
    const random = createRandom(`round ${round}`)
    const first = await startTestAttempt(person, id)
    const tabs: Tab[] = [first]
    const sent: Sent[] = []
    const typeIn = async (tab: Tab) => {
      const type = createTyping(tab, random, sent)
      for (let saves = randomInteger(random, 1, 4); saves > 0; saves--) await type()
    }
    // The newest tab submits while the others, and itself, still save.
    const typing = [typeIn(first)]
    while (random() < 0.6) {
      const tab = await openTestAttempt(person, { id: first.id })
      tabs.push(tab)
      typing.push(typeIn(tab))
    }
    await Promise.all([...typing, tabs.at(-1)!.submit()])

    for (const { isSettled } of sent) seen[isSettled ? 'settled' : 'refused'] += 1
    const stored = await storedOf(school, first.id)
    for (const { slot, holder, seq, points, step } of stored) {
      expect(sent.some((save) => save.slot === slot && save.holder === holder && save.seq === seq)).toBe(true)
      expect({ round, slot, points, step }).toEqual({ round, slot, points: seq % 2 === 1 ? 2 : 0, step: 1 })
    }
    for (const save of sent.filter(({ isSettled }) => isSettled)) {
      const answer = stored.find(({ slot }) => slot === save.slot)
      const isCovered =
        answer && (answer.holder > save.holder || (answer.holder === save.holder && answer.seq >= save.seq))
      expect({ round, save, isCovered }).toEqual({ round, save, isCovered: true })
    }
  }
  expect(Math.min(seen.settled, seen.refused)).toBeGreaterThan(rounds / 10)
})
