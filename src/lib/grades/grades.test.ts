import { describe, expect, test } from 'vitest'
import { dropLowest } from './drop-lowest.ts'
import {
  courseTotal,
  daysLate,
  labelOf,
  pointsAfterPenalty,
  roundHalfUp,
  scaleIssue,
  standardScales,
  type Grade,
  type GradeCategory,
  type GradeItem,
} from './index.ts'

/** Deterministic numbers from 0 to 1 (mulberry32). */
function numbers(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const category = (id: string, more: Partial<GradeCategory> = {}): GradeCategory => ({
  id,
  weight: 1,
  method: 'points',
  drop_lowest: 0,
  ...more,
})
const item = (id: string, max_points: number, more: Partial<GradeItem> = {}): GradeItem => ({
  id,
  category_id: 'c',
  max_points,
  weight: 1,
  is_extra_credit: false,
  ...more,
})
const grade = (item_id: string, points: number | null, is_excused = false): Grade => ({
  item_id,
  points,
  is_excused,
})
const total = (categories: GradeCategory[], items: GradeItem[], grades: Grade[]) =>
  courseTotal({ categories, items, grades }).percent

describe('lowest items', () => {
  test('are the set whose absence makes the ratio highest, as brute force finds', () => {
    const random = numbers(7)
    for (let round = 0; round < 3_000; round += 1) {
      const n = 1 + Math.floor(random() * 10)
      const items = Array.from({ length: n }, (_, index) => {
        const possible = 1 + Math.floor(random() * 100)
        return { id: String(index), possible, earned: Math.floor(random() * (possible + 1)) }
      })
      const count = Math.floor(random() * (n + 2))
      const extra = random() < 0.3 ? Math.floor(random() * 20) : 0
      const { counted, dropped } = dropLowest(items, count, extra)
      expect(counted.length + dropped.length).toBe(n)
      expect(counted.length).toBe(Math.max(1, n - count))
      expect(ratio(counted, extra)).toBeCloseTo(bestRatio(items, counted.length, extra), 12)
    }
  })

  test('are not simply those with the lowest percentages', () => {
    // 2/4 is the lowest percentage, but without the large item the rest is better.
    const items = [
      { id: 'small', earned: 2, possible: 4 },
      { id: 'large', earned: 60, possible: 100 },
      { id: 'good', earned: 9, possible: 10 },
    ]
    expect(dropLowest(items, 1).dropped).toMatchObject([{ id: 'large' }])
  })

  test('are the later ones of equal items', () => {
    const same = ['a', 'b', 'c'].map((id) => ({ id, earned: 5, possible: 10 }))
    expect(dropLowest(same, 2).dropped.map(({ id }) => id)).toEqual(['b', 'c'])
  })
})

const ratio = (items: { earned: number; possible: number }[], extra: number) =>
  (items.reduce((sum, one) => sum + one.earned, 0) + extra) /
  items.reduce((sum, one) => sum + one.possible, 0)

function bestRatio(items: { earned: number; possible: number }[], size: number, extra: number) {
  let best = -Infinity
  for (let bits = 0; bits < 2 ** items.length; bits += 1) {
    const chosen = items.filter((_, index) => bits & (1 << index))
    if (chosen.length === size) best = Math.max(best, ratio(chosen, extra))
  }
  return best
}

describe('the total', () => {
  const quizzes = category('c', { weight: 40 })
  const exams = category('e', { weight: 60 })

  test('weighs categories, and leaves out those in which nothing counts', () => {
    const items = [item('q', 20), item('x', 100, { category_id: 'e' })]
    expect(total([quizzes, exams], items, [grade('q', 10), grade('x', 90)])).toBe(74)
    expect(total([quizzes, exams], items, [grade('q', 10)])).toBe(50)
    expect(total([quizzes, exams], items, [])).toBeNull()
    expect(total([], items, [grade('q', 10)])).toBeNull()
    const { categories } = courseTotal({ categories: [quizzes, exams], items, grades: [grade('q', 10)] })
    expect(categories.map(({ share }) => share)).toEqual([100, 0])
  })

  test('takes missing grades as 0 in its second figure only', () => {
    const book = {
      categories: [category('c')],
      items: [item('a', 10), item('b', 10), item('excused', 10)],
      grades: [grade('a', 8), grade('b', null), grade('excused', 10, true)],
    }
    expect(courseTotal(book).percent).toBe(80)
    expect(courseTotal(book, 'zero').percent).toBe(40)
  })

  test('adds up points, or takes the mean of percentages', () => {
    const items = [item('a', 10), item('b', 90)]
    const grades = [grade('a', 10), grade('b', 45)]
    expect(total([category('c')], items, grades)).toBe(55)
    expect(total([category('c', { method: 'mean' })], items, grades)).toBe(75)
  })

  test('weighs items within their category', () => {
    const items = [item('a', 10, { weight: 3 }), item('b', 10), item('none', 10, { weight: 0 })]
    const grades = [grade('a', 10), grade('b', 0), grade('none', 0)]
    expect(total([category('c')], items, grades)).toBe(75)
    expect(total([category('c', { method: 'mean' })], items, grades)).toBe(75)
  })

  test('lets extra credit add points and nothing to the maximum', () => {
    const items = [item('a', 10), item('extra', 5, { is_extra_credit: true })]
    expect(total([category('c')], items, [grade('a', 9), grade('extra', 2)])).toBe(110)
    expect(total([category('c', { drop_lowest: 1 })], items, [grade('a', 9), grade('extra', 0)])).toBe(90)
    expect(total([category('c')], items, [grade('extra', 2)])).toBeNull()
  })

  test('rounds half up, once', () => {
    // 1/3 and 1/6 with weights 1 and 2 are 22.2222…; rounding the categories first gives 22.23.
    const items = [item('a', 3), item('b', 6, { category_id: 'd' })]
    const categories = [category('c'), category('d', { weight: 2 })]
    expect(total(categories, items, [grade('a', 1), grade('b', 1)])).toBe(22.22)
    expect(roundHalfUp(1.005)).toBe(1.01)
    expect(roundHalfUp(84.495)).toBe(84.5)
    expect(roundHalfUp(84.494)).toBe(84.49)
    expect(roundHalfUp(0.1 + 0.2, 1)).toBe(0.3)
  })

  test('ignores items without category, without maximum and of other categories', () => {
    const items = [item('a', 10), item('none', 10, { category_id: null }), item('zero', 0)]
    expect(total([category('c')], items, [grade('a', 5), grade('none', 10), grade('zero', 3)])).toBe(50)
  })
})

test('deducts for each late day down to a floor', () => {
  const rule = { percent_per_day: 10, floor_percent: 40 }
  expect(pointsAfterPenalty(20, { ...rule, days: 0 })).toBe(20)
  expect(pointsAfterPenalty(20, { ...rule, days: 3 })).toBeCloseTo(14, 12)
  expect(pointsAfterPenalty(20, { ...rule, days: 30 })).toBe(8)
  expect(pointsAfterPenalty(20, { days: 30, percent_per_day: 10, floor_percent: 0 })).toBe(0)
  const due = new Date('2030-03-01T12:00:00Z')
  expect(daysLate(null, due)).toBe(0)
  expect(daysLate(due, due)).toBe(0)
  expect(daysLate(due, new Date('2030-03-01T12:00:01Z'))).toBe(1)
  expect(daysLate(due, new Date('2030-03-03T12:00:00Z'))).toBe(2)
})

test('labels percentages by a scale', () => {
  expect(labelOf(standardScales.letters, 90)).toBe('A')
  expect(labelOf(standardScales.letters, 89.99)).toBe('B')
  expect(labelOf(standardScales.waec, 0)).toBe('F9')
  expect(labelOf(standardScales.letters, -3)).toBe('F')
  expect(labelOf([], 50)).toBeUndefined()
  for (const scale of Object.values(standardScales)) expect(scaleIssue(scale)).toBeNull()
  expect(scaleIssue([{ label: 'A', min_percent: 10 }])).toBe('no_zero')
  expect(scaleIssue([])).toBe('no_zero')
  expect(
    scaleIssue([
      { label: 'A', min_percent: 0 },
      { label: 'B', min_percent: 0 },
    ]),
  ).toBe('duplicate')
})
