import { join } from 'node:path'
import type { SeedSize } from './seed-schools.ts'
import { median, type Measurement } from './figures.ts'
import { openSeededDatabase } from './folder.ts'
import { measureRequests, type Target } from './measure-requests.ts'
import { startProgram } from './processes.ts'
import type { Scenario } from './scenarios.ts'
import { createBenchFixture, type BenchFixture } from './bench-fixture.ts'

/** Maximum ratio of response times with many schools to few. */
const bar = 1.3
/** Both measure the same schools, so that only the size of the database differs. */
const requestCount = 10

interface ScaleOptions {
  scenarios: Scenario[]
  large: SeedSize
  seconds: number
  rounds?: number
}

/** Time of each route with many schools as a multiple of the time with ten, measured in turn. */
export async function measureScale({
  scenarios,
  large,
  seconds,
  rounds = 3,
}: ScaleOptions): Promise<Measurement> {
  const small = {
    schools: requestCount,
    enrolments: Math.round((large.enrolments / large.schools) * requestCount),
  }
  const sides = [await openSide(small), await openSide(large)] as const
  try {
    const measurement: Measurement = {
      figures: [],
      lines: [['scale', 'times', 'bar', `${small.schools} schools ms`, `${large.schools} schools ms`]],
    }
    for (const scenario of scenarios) {
      const targets = sides.map(({ origin, stories }) => spread(scenario, origin, stories))
      for (const target of targets) await measureRequests(target, 1)
      const pairs: [number, number][] = []
      for (let round = 0; round < rounds; round++) {
        const times = []
        for (const target of targets) {
          const { rate, failed } = await measureRequests(target, seconds)
          if (failed) throw new Error(`${scenario.name}: ${failed} requests failed`)
          times.push(((target.connections ?? 10) / rate) * 1000)
        }
        pairs.push(times as [number, number])
      }
      const value = median(pairs.map(([few, many]) => many / few))
      measurement.figures.push({ name: `${scenario.name}_scale`, value, unit: 'times', bar, better: 'lower' })
      const shown = [0, 1].map((side) => median(pairs.map((pair) => pair[side]!)).toFixed(2))
      measurement.lines.push([scenario.name, value.toFixed(2), bar.toFixed(2), ...shown])
    }
    return measurement
  } finally {
    for (const { close } of sides) await close()
  }
}

async function openSide(crowd: SeedSize) {
  const { postgres, env } = await openSeededDatabase(crowd)
  const stories: BenchFixture[] = []
  for (let n = 1; n <= Math.min(requestCount, crowd.schools); n++)
    stories.push(await createBenchFixture(postgres.url, `crowd-${n}`))
  const product = await startProgram(join(import.meta.dirname, 'product.ts'), [], env)
  return {
    origin: product.origin,
    stories,
    async close() {
      await product.stop()
      await postgres.stop()
    },
  }
}

/** The requests of all these schools in turn. */
function spread(scenario: Scenario, origin: string, stories: BenchFixture[]): Target {
  const targets = stories.map((fixture) => scenario.target(fixture))
  const longest = Math.max(...targets.map(({ turns }) => turns.length))
  const turns = Array.from({ length: longest }, (_, n) =>
    targets.map(({ url, turns: own }) => {
      const turn = own[n % own.length]!
      return { ...turn, url: turn.url ?? url }
    }),
  ).flat()
  return { url: origin, turns, ...(targets[0]!.method && { method: targets[0]!.method }) }
}
