import { describe, expect, test } from 'vitest'
import { localDay, nextLocalDay } from '#lib/dates/local-day.ts'
import { recommendFromFacts, type RecommendationFacts, type TopicFacts } from './recommend-from-facts.ts'

const now = new Date('2026-11-21T12:00:00Z')
const at = (days: number) => new Date(now.getTime() + days * 86_400_000)

const topic = (content_id: string, given: Partial<TopicFacts> = {}): TopicFacts => ({
  content_id,
  title: `Topic ${content_id}`,
  lesson_title: 'Lesson',
  type: 'text',
  is_open: true,
  is_optional: false,
  is_new: false,
  is_completed: false,
  opened_at: null,
  position_seconds: 0,
  waits_for: null,
  ...given,
})
const done = { is_completed: true, opened_at: at(-9) }

const reasons = (topics: TopicFacts[], given: Partial<RecommendationFacts> = {}) =>
  recommendFromFacts({ topics, questions: [], currentTopicId: null, ends_at: null, now, ...given }).map(
    ({ content_id, reason }) => `${content_id} ${reason}`,
  )

describe('recommended topics and reasons', () => {
  test.each<[string, TopicFacts[], string[]]>([
    ['nothing at all', [], []],
    ['a new course: its first topic', [topic('a'), topic('b')], ['a next']],
    ['everything done', [topic('a', done), topic('b', done)], []],
    ['the first that is not done, in order', [topic('a', done), topic('b'), topic('c')], ['b next']],
    [
      'what was begun last comes first',
      [topic('a', { opened_at: at(-3) }), topic('b', { opened_at: at(-1) }), topic('c')],
      ['b resume', 'a next'],
    ],
    ['what was begun and done is not begun', [topic('a', done), topic('b')], ['b next']],
    ['closed topics never', [topic('a', { is_open: false }), topic('b')], ['b next']],
    ['closed topics never, though begun', [topic('a', { is_open: false, opened_at: at(-1) })], []],
    [
      'what opens something else',
      [topic('a'), topic('b'), topic('c', { is_open: false, waits_for: 'b' })],
      ['b unlocks', 'a next'],
    ],
    [
      'what is open already waits for nothing',
      [topic('a'), topic('b'), topic('c', { waits_for: 'b', ...done })],
      ['a next'],
    ],
    [
      'what was added since, then what is optional',
      [topic('a', { is_optional: true }), topic('b', { is_new: true, is_optional: true }), topic('c')],
      ['c next', 'b new', 'a optional'],
    ],
    ['only optional ones are left', [topic('a', done), topic('b', { is_optional: true })], ['b optional']],
    [
      'three at most, in the order of the course',
      ['a', 'b', 'c', 'd'].map((id) => topic(id, { is_optional: true })),
      ['a optional', 'b optional', 'c optional'],
    ],
  ])('%s', (_what, topics, expected) => expect(reasons(topics)).toEqual(expected))

  test('exclude the open topic', () => {
    expect(reasons([topic('a', { opened_at: at(-1) }), topic('b')], { currentTopicId: 'a' })).toEqual([
      'b next',
    ])
  })

  const questions = (content_id: string, was_no_help = false) => ({ content_ids: [content_id], was_no_help })

  test('include topics with repeated questions or wrong answers', () => {
    const topics = [topic('a', done), topic('b', done), topic('c')]
    expect(reasons(topics, { questions: [questions('a')] })).toEqual(['c next'])
    expect(reasons(topics, { questions: [questions('a'), questions('a')] })).toEqual(['a asked', 'c next'])
    expect(reasons(topics, { questions: [questions('b', true)] })).toEqual(['b asked', 'c next'])
    expect(reasons(topics, { questions: [questions('x'), questions('x')] })).toEqual(['c next'])
    const closed = [topic('a', { ...done, is_open: false }), topic('c')]
    expect(reasons(closed, { questions: [questions('a'), questions('a')] })).toEqual(['c next'])
  })

  test('mention that access ends soon, for required topics', () => {
    const topics = [
      topic('a', { opened_at: at(-1), position_seconds: 42 }),
      topic('b', { is_optional: true }),
    ]
    const ends = (ends_at: Date | null) =>
      recommendFromFacts({ topics, questions: [], currentTopicId: null, ends_at, now }).map(
        (one) => one.ends_at,
      )
    expect(ends(at(3))).toEqual([at(3), null])
    expect(ends(at(30))).toEqual([null, null])
    expect(ends(null)).toEqual([null, null])
  })

  test('name what opens, and the position in a video', () => {
    const topics = [
      topic('a', { opened_at: at(-1), position_seconds: 42 }),
      topic('b'),
      topic('c', { is_open: false, waits_for: 'b', title: 'The oven' }),
    ]
    expect(
      recommendFromFacts({ topics, questions: [], currentTopicId: null, ends_at: null, now }),
    ).toMatchObject([
      { content_id: 'a', position_seconds: 42, unlocks: null },
      { content_id: 'b', reason: 'unlocks', unlocks: 'The oven' },
    ])
  })
})

test.each([
  ['Africa/Lagos', '2026-11-21T22:59:59Z', '2026-11-21', '2026-11-21T23:00:00.000Z'],
  ['Africa/Lagos', '2026-11-21T23:00:00Z', '2026-11-22', '2026-11-22T23:00:00.000Z'],
  // Days of 25 and of 23 hours.
  ['Europe/Paris', '2026-10-25T00:30:00Z', '2026-10-25', '2026-10-25T23:00:00.000Z'],
  ['Europe/Paris', '2026-03-29T00:30:00Z', '2026-03-29', '2026-03-29T22:00:00.000Z'],
  ['Pacific/Chatham', '2026-11-21T10:14:00Z', '2026-11-21', '2026-11-21T10:15:00.000Z'],
])('in %s, %s is on %s, which ends at %s', (zone, moment, day, end) => {
  expect(localDay(zone, new Date(moment))).toBe(day)
  expect(nextLocalDay(zone, new Date(moment)).toISOString()).toBe(end)
})
