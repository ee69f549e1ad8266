import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFlagOn } from '#tenancy/feature-flags/feature-flags.ts'
import { newId } from '#platform/security/tokens.ts'
import { startSecondProcess } from '#testing/builders/second-process.ts'
import { createPlatformAccount, createTestSchool, type TestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

let admin: Awaited<ReturnType<typeof createPlatformAccount>>
let other: Awaited<ReturnType<typeof startSecondProcess>>
beforeAll(async () => {
  admin = await createPlatformAccount('privileged')
  other = await startSecondProcess()
})
afterAll(() => other.close())

const flagNamed = (name: string, more = {}) => ({
  name,
  description: 'Tries something',
  is_on_for_all: false,
  school_urls: [] as string[],
  share_percent: 0,
  ...more,
})
const aName = () => `flag_${newId().slice(-8).replaceAll('-', '_')}`
const isOnIn = (school: TestSchool, name: string) => school.transact(async (ctx) => isFlagOn(ctx, name))

test('switches a flag for a school in every process', async () => {
  const [school, bystander] = [await createTestSchool(), await createTestSchool()]
  const flag = flagNamed(aName(), { school_urls: [school.school_url] })
  const isEnabledAt = async (of: TestSchool) =>
    (await other.services.hosts.byId(of.school_id))!.flags.includes(flag.name)
  expect(await isOnIn(school, flag.name)).toBe(false)
  expect(await isEnabledAt(school)).toBe(false)

  await admin.api(contract.createFlag, flag)
  await expect.poll(() => isOnIn(school, flag.name)).toBe(true)
  await expect.poll(() => isEnabledAt(school)).toBe(true)
  expect(await isOnIn(bystander, flag.name)).toBe(false)

  const { name, ...rest } = flag
  await admin.api(contract.updateFlag, { ...rest, name, school_urls: [], share_percent: 100 })
  await expect.poll(() => isOnIn(bystander, name)).toBe(true)
  await expect.poll(() => isEnabledAt(bystander)).toBe(true)

  await admin.api(contract.deleteFlag, { name })
  await expect.poll(() => isOnIn(bystander, name)).toBe(false)
  await expect.poll(() => isEnabledAt(bystander)).toBe(false)
  const { data } = await admin.api(contract.listPlatformAuditLog, { limit: 100 })
  const about = data.filter((entry) => entry.subject_id === name).map((entry) => entry.action)
  expect(about).toEqual(['flag.deleted', 'flag.updated', 'flag.created'])
})

test('requires unique flag names and addresses of existing schools', async () => {
  const school = await createTestSchool()
  const flag = flagNamed(aName())
  const made = await Promise.allSettled(Array.from({ length: 4 }, () => admin.api(contract.createFlag, flag)))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(admin.api(contract.createFlag, flag)).rejects.toMatchObject({
    status: 409,
    code: 'flag_exists',
  })
  const invalid = { ...flag, school_urls: [school.school_url, 'nowhere-at-all'] }
  await expect(admin.api(contract.updateFlag, invalid)).rejects.toMatchObject({
    code: 'flag_schools_not_found',
    body: { unknown: ['nowhere-at-all'] },
    errors: [{ path: 'school_urls' }],
  })
  await expect(admin.api(contract.createFlag, { ...invalid, name: aName() })).rejects.toMatchObject({
    code: 'flag_schools_not_found',
  })
  await expect(admin.api(contract.updateFlag, flagNamed('no_such_flag'))).rejects.toMatchObject({
    status: 404,
  })
  await expect(admin.api(contract.deleteFlag, { name: 'no_such_flag' })).rejects.toMatchObject({
    status: 404,
  })
  for (const name of ['', 'x', 'Über', 'has space', '1st', 'x'.repeat(61)])
    await expect(admin.api(contract.createFlag, flagNamed(name))).rejects.toMatchObject({ status: 422 })
})

test('previews the schools for which a flag will be on', async () => {
  const schools = [await createTestSchool(), await createTestSchool(), await createTestSchool()]
  const { description: _, ...draft } = flagNamed(aName(), { share_percent: 40 })
  const all: string[] = []
  let cursor: string | undefined
  let counts = { on_count: 0, schools_count: 0 }
  do {
    const page = await admin.api(contract.previewFlag, { ...draft, limit: 100, ...(cursor && { cursor }) })
    all.push(...page.data.map((row) => row.school_id))
    counts = page
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(counts.on_count).toBe(all.length)
  expect(counts.schools_count).toBeGreaterThanOrEqual(3)
  await admin.api(contract.createFlag, { ...draft, description: '' })
  for (const school of schools)
    await expect.poll(() => isOnIn(school, draft.name)).toBe(all.includes(school.school_id))

  const named = { ...draft, share_percent: 0, school_urls: [schools[1]!.school_url] }
  expect((await admin.api(contract.previewFlag, named)).data).toEqual([
    expect.objectContaining({ school_id: schools[1]!.school_id }),
  ])
  expect(await admin.api(contract.previewFlag, { ...named, school_urls: [] })).toMatchObject({
    data: [],
    on_count: 0,
  })
})
