import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseAway } from './database-away.ts'
import { databaseKilled } from './database-killed.ts'
import type { Outcome } from './judge.ts'
import { rollingRestart } from './rolling-restart.ts'
import { webKilled } from './web-killed.ts'
import { workerKilled } from './worker-killed.ts'
import { openWorld, type World } from './world.ts'

// Once each what `npm run faults` does twenty times, with time passed by a statement where only time frees.
const once = { rounds: 1, patient: false }
const minutes = 180_000

let world: World
beforeAll(async () => {
  world = await openWorld()
}, minutes)
afterAll(() => world.close())

const verdictOf = ({ acknowledged, lost, doubled, wrong }: Outcome) => ({
  wrote: acknowledged > 0,
  lost,
  doubled,
  wrong,
})
const good = { wrote: true, lost: 0, doubled: 0, wrong: [] }

test(
  'a web process that is killed loses no acknowledged write and doubles none',
  async () => expect(verdictOf(await webKilled(world, once))).toEqual(good),
  minutes,
)

test(
  'a worker that is killed loses no job and doubles none',
  async () => expect(verdictOf(await workerKilled(world, once))).toEqual(good),
  minutes,
)

test(
  'while the database is away kept pages are served and writes put off, and it comes back by itself',
  async () => expect(verdictOf(await databaseAway(world, 1, once))).toEqual(good),
  minutes,
)

test(
  'a Postgres that is killed loses no acknowledged write and no job',
  async () => expect(verdictOf(await databaseKilled(world, { ...once, rounds: 3 }))).toEqual(good),
  minutes,
)

test(
  'two web processes behind a proxy are replaced without a failed request',
  async () => expect(verdictOf(await rollingRestart(world, once))).toEqual(good),
  minutes,
)
