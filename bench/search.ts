import { get } from 'node:http'
import pg from 'pg'
import { webClientHeaders } from '#testing/harness/web-client.ts'
import type { Measurement } from './figures.ts'
import { insertSession, type BenchFixture } from './bench-fixture.ts'
import { seedSearch, teacherOfSearch, studentOfSearch, type SearchSize } from './seed-search.ts'

const size: SearchSize = { people: 100_000, courses: 2_000, contents: 15 }
/** Milliseconds within which 95 % of the answers must arrive. */
const bar = 150
/** A person may search 240 times in a minute. */
const rounds = 7

/** Usual input while typing, typing errors, and input that fits very much or nothing. */
const queries =
  `ad|ada|adaeze|adaeze ok|adaeze okafor|yusuf|person-4711@search.test|py|python|python loops|sorting and
  |statistics|biology for|adazee|okafro adaeze|pyhton|statistcis|mohamed|an|in the|person|search test|the of and to in is
  |zz|%%|peorson saerch tset|qwertz uiop asdf ghjk yxcv bnm qwertz uiop asdf ghjk yxcv bnm qwertz uiop asdf ghjk yxcv`
    .split('|')
    .map((text) => text.trim())

const percentile = (times: readonly number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))]!

/** Response times of the search dialog as each role, one request at a time, in a large school. */
export async function measureSearch(
  origin: string,
  ownerUrl: string,
  fixture: BenchFixture,
): Promise<Measurement> {
  await seedSearch(ownerUrl, fixture.school_id, size)
  const tokens = await tokensOf(ownerUrl, fixture)
  const measurement: Measurement = {
    figures: [],
    lines: [['search', 'p50 ms', 'p95 ms', 'max ms', 'bar', 'slowest']],
  }
  for (const [role, token] of Object.entries(tokens)) {
    const times: { q: string; ms: number }[] = []
    for (let round = 0; round <= rounds; round++)
      for (const q of queries) {
        const ms = await time(origin, fixture, { token, q })
        // The first round fills caches.
        if (round > 0) times.push({ q, ms })
      }
    const all = times.map(({ ms }) => ms)
    const slowest = times.toSorted((one, other) => other.ms - one.ms)[0]!
    const p95 = percentile(all, 0.95)
    measurement.figures.push({ name: `search_${role}_p95`, value: p95, unit: 'ms', bar, better: 'lower' })
    const shown = [percentile(all, 0.5), p95, slowest.ms].map((ms) => ms.toFixed(1))
    measurement.lines.push([role, ...shown, String(bar), slowest.q.slice(0, 30)])
  }
  return measurement
}

async function time(
  origin: string,
  { school_url }: BenchFixture,
  { token, q }: { token: string; q: string },
) {
  const started = performance.now()
  const status = await new Promise((resolve, reject) => {
    const headers = {
      host: `${school_url}.localhost`,
      'x-access-token': token,
      'x-request-source': 'web',
      ...webClientHeaders,
    }
    get(`${origin}/api/schools/v2/search?${new URLSearchParams({ q })}`, { headers }, (response) =>
      response.resume().on('end', () => resolve(response.statusCode)),
    ).on('error', reject)
  })
  if (status !== 200) throw new Error(`search «${q}»: ${String(status)}`)
  return performance.now() - started
}

async function tokensOf(ownerUrl: string, { school_id, students }: BenchFixture) {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`set app.school_id = '${school_id}'`)
    const { rows } = await client.query(
      `select id from users where school_id = $1 and role = 'admin' and status = 'active' limit 1`,
      [school_id],
    )
    return {
      admin: await insertSession(client, school_id, rows[0].id),
      teacher: await insertSession(client, school_id, teacherOfSearch),
      student: await insertSession(client, school_id, studentOfSearch),
      demo_student: students[0]!.token,
    }
  } finally {
    await client.end()
  }
}
