import { expect, test } from 'vitest'
import { analyseItems, type AnalysedAttempt, type AnalysedItem } from './index.ts'

/** Deterministic numbers from 0 to 1 (linear congruential generator of Numerical Recipes). */
function numbers(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
const optionIds = ['o0', 'o1', 'o2', 'o3']

/** Students of different ability answer questions of different difficulty; `badKey` names another option as the key. */
function simulate(
  seed: number,
  { students, count, badKey }: { students: number; count: number; badKey?: number },
) {
  const random = numbers(seed)
  const items: AnalysedItem[] = Array.from({ length: count }, (_, index) => ({
    id: `i${index}`,
    max_points: 1 + (index % 3),
    options: optionIds.map((id, option) => ({ id, is_key: option === (index === badKey ? 1 : 0) })),
  }))
  const difficulties = items.map(() => random() * 2 - 1.2)
  const attempts = Array.from({ length: students }, (): AnalysedAttempt => {
    const ability = (random() + random() + random() + random() - 2) * 3
    const chosen = items.map((_, index) => {
      const isRight = random() < 0.2 + 0.8 / (1 + Math.exp(-1.7 * (ability - difficulties[index]!)))
      return isRight ? 'o0' : optionIds[1 + Math.floor(random() * 3)]!
    })
    const points = items.map((item, index) =>
      item.options.some(({ id, is_key }) => is_key && id === chosen[index]) ? item.max_points : 0,
    )
    return { points, chosen }
  })
  return { items, attempts }
}

/** The same figures from their textbook definitions, by other formulas: raw sums and pairs of students. */
function reference(items: AnalysedItem[], attempts: AnalysedAttempt[]) {
  const n = attempts.length
  const sum = (values: number[]) => values.reduce((all, one) => all + one, 0)
  const totals = attempts.map(({ points }) => sum(points as number[]))
  /** Variance as the mean half squared difference of all pairs. */
  const pairs = (xs: number[], ys: number[]) => {
    let all = 0
    for (let a = 0; a < n; a += 1) for (let b = 0; b < a; b += 1) all += (xs[a]! - xs[b]!) * (ys[a]! - ys[b]!)
    return all / (n * (n - 1))
  }
  const columns = items.map((_, index) => attempts.map(({ points }) => points[index]!))
  const ranked = totals.toSorted((one, other) => other - one)
  const size = Math.round(n * 0.27)
  const ofTotals = pairs(totals, totals)
  const alpha = (items.length / (items.length - 1)) * (1 - sum(columns.map((xs) => pairs(xs, xs))) / ofTotals)
  return {
    alpha,
    standard_error: Math.sqrt(ofTotals) * Math.sqrt(1 - alpha),
    items: columns.map((xs, index) => {
      const rest = totals.map((one, row) => one - xs[row]!)
      const group = (isIn: (total: number) => boolean) => {
        const points = xs.filter((_, row) => isIn(totals[row]!))
        return sum(points) / points.length / items[index]!.max_points
      }
      return {
        facility: sum(xs) / n / items[index]!.max_points,
        discrimination: group((one) => one >= ranked[size - 1]!) - group((one) => one <= ranked[n - size]!),
        correlation: pairs(xs, rest) / Math.sqrt(pairs(xs, xs) * pairs(rest, rest)),
      }
    }),
  }
}

test('agrees with the definitions within 1e-9', () => {
  for (let seed = 1; seed <= 8; seed += 1) {
    const { items, attempts } = simulate(seed, { students: 60 + seed * 10, count: 12 })
    const [result, expected] = [analyseItems(items, attempts), reference(items, attempts)]
    expect(Math.abs(result.alpha! - expected.alpha)).toBeLessThan(1e-9)
    expect(Math.abs(result.standard_error! - expected.standard_error)).toBeLessThan(1e-9)
    for (const [index, one] of expected.items.entries())
      for (const figure of ['facility', 'discrimination', 'correlation'] as const)
        expect(Math.abs(result.items[index]![figure]! - one[figure])).toBeLessThan(1e-9)
  }
})

test('suspects the one key that is incorrect', () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const badKey = seed % 15
    const { items, attempts } = simulate(seed, { students: 300, count: 15, badKey })
    const suspected = analyseItems(items, attempts).items.filter(({ flags }) =>
      flags.includes('key_suspected'),
    )
    expect(suspected.map(({ id }) => id)).toEqual([`i${badKey}`])
  }
})

test('suspects no key in 20 sound sets', () => {
  for (let seed = 101; seed <= 120; seed += 1) {
    const { items, attempts } = simulate(seed, { students: 200, count: 40 })
    const flags = analyseItems(items, attempts).items.flatMap((item) => item.flags)
    expect(flags).not.toContain('key_suspected')
  }
})

test('reports options by who chose them', () => {
  const { items, attempts } = simulate(3, { students: 200, count: 10 })
  const [item] = analyseItems(items, attempts).items
  expect(item!.options.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12)
  expect(item!.options[0]).toMatchObject({ is_key: true, works: null })
  expect(item!.options[0]!.top_share).toBeGreaterThan(item!.options[0]!.bottom_share)
  expect(item!.options.slice(1).every(({ works }) => works)).toBe(true)
})

test('does not depend on the order of the attempts', () => {
  const { items, attempts } = simulate(4, { students: 50, count: 5 })
  const [one, other] = [analyseItems(items, attempts), analyseItems(items, attempts.toReversed())]
  for (const [index, item] of one.items.entries())
    expect(item.discrimination).toBeCloseTo(other.items[index]!.discrimination!, 12)
})

test('answers for few, equal and random questions without figures that mean nothing', () => {
  const { items, attempts } = simulate(5, { students: 29, count: 3, badKey: 1 })
  expect(analyseItems(items, attempts).items.flatMap(({ flags }) => flags)).toEqual([])
  expect(analyseItems(items, [])).toMatchObject({ attempts: 0, mean: null, alpha: null })
  expect(analyseItems(items, []).items[0]).toMatchObject({
    answers: 0,
    facility: null,
    discrimination: null,
    correlation: null,
  })
  const same: AnalysedAttempt = { points: [1, 2, 3], chosen: ['o0', 'o0', 'o0'] }
  expect(analyseItems(items, [same, same, same])).toMatchObject({ alpha: null, standard_error: null })
  expect(analyseItems(items, [same, same, same]).items[0]!.correlation).toBeNull()
  const drawn = attempts.map(({ points, chosen }, row) => ({
    points: points.map((one, index) => (index === row % 3 ? null : one)),
    chosen,
  }))
  const result = analyseItems(items, drawn)
  expect(result).toMatchObject({ alpha: null, standard_error: null })
  expect(result.items.reduce((sum, { answers }) => sum + answers, 0)).toBe(58)
})
