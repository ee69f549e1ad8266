import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getTestApp } from '#testing/builders/school-builder.ts'
import { flagBucket, isFlagOnFor, type FeatureFlag } from './feature-flags.ts'
import { newId } from '#platform/security/tokens.ts'

const off: FeatureFlag = { name: 'new_player', is_on_for_all: false, school_urls: [], share_percent: 0 }
const schools = Array.from({ length: 4_000 }, (_, index) => ({
  school_id: newId(),
  school_url: `school-${index}`,
}))
const onFor = (flag: FeatureFlag) => schools.filter((school) => isFlagOnFor(flag, school))

test('is on for nobody, everybody, or named schools', () => {
  expect(onFor(off)).toEqual([])
  expect(onFor({ ...off, is_on_for_all: true })).toEqual(schools)
  expect(onFor({ ...off, school_urls: ['school-7', 'school-40', 'gone'] })).toEqual([schools[7], schools[40]])
})

test('is on for a stable share of all schools, which a larger share includes', () => {
  const shares = [1, 10, 25, 50, 99].map((share_percent) => onFor({ ...off, share_percent }))
  for (const [index, share] of [0.01, 0.1, 0.25, 0.5, 0.99].entries())
    expect(Math.abs(shares[index]!.length / schools.length - share)).toBeLessThan(0.035)
  for (const [index, smaller] of shares.slice(0, -1).entries())
    for (const school of smaller) expect(shares[index + 1]).toContain(school)
  expect(onFor({ ...off, share_percent: 100 })).toEqual(schools)
  expect(onFor({ ...off, share_percent: 25 })).toEqual(shares[2])
})

test('selects other schools for another flag', () => {
  const one = new Set(onFor({ ...off, share_percent: 20 }))
  const other = onFor({ ...off, name: 'new_editor', share_percent: 20 })
  const both = other.filter((school) => one.has(school)).length
  expect(both / schools.length).toBeLessThan(0.1)
})

test('gives every school the same position in the database', async () => {
  const { db } = (await getTestApp()).services.databases
  const ids = schools.slice(0, 500).map((school) => school.school_id)
  for (const flag of ['new_player', 'a2'] as const) {
    const { rows } = await sql<{ id: string; bucket: number }>`
      select id, flag_bucket(${flag}, id) as bucket from unnest(${ids}::uuid[]) as id`.execute(db)
    expect(rows).toEqual(ids.map((id) => ({ id, bucket: flagBucket(flag, id) })))
  }
})
