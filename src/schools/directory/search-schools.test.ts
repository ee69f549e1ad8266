import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createTestSchool, createTestVisitor, getTestApp } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

const word = `Zq${newId().slice(-6)}`

async function listed(name: string, school_url: string, is_listed = true) {
  const { db } = (await getTestApp()).services.databases
  await db
    .insertInto('school_directory')
    .values({ school_id: newId(), school_url, name, country: 'NG', is_listed })
    .execute()
}

beforeAll(async () => {
  await listed(`${word} Académie de Musique`, `${word.toLowerCase()}-musique`)
  await listed(`${word} Language House`, `${word.toLowerCase()}-langue`)
  await listed(`${word} Secret House`, `${word.toLowerCase()}-secret`, false)
})

const names = async (searchQuery: string) => {
  const { data } = await (await createTestVisitor()).api(contract.searchSchools, { searchQuery })
  return data
    .filter((school) => school.name.startsWith(word))
    .map((school) => school.name.slice(word.length + 1))
}

describe('finds a school', () => {
  test.each([
    ['by its name', () => `${word} language house`, 'Language House'],
    ['without its accents', () => `${word} academie`, 'Académie de Musique'],
    ['in spite of a slip', () => `${word} langage huose`, 'Language House'],
    ['by its address', () => `${word.toLowerCase()}-langue`, 'Language House'],
    ['with a part of its name', () => 'academie de musique', 'Académie de Musique'],
  ])('%s', async (_how, query, first) => {
    expect((await names(query()))[0]).toBe(first)
  })

  test('by its first letters', async () => {
    const { data } = await (
      await createTestVisitor()
    ).api(contract.searchSchools, { searchQuery: word.slice(0, 2) })
    expect(data.map((school) => school.name)).toContain(`${word} Language House`)
  })
})

test('hides schools that are not listed', async () => {
  expect(await names(`${word} secret house`)).not.toContain('Secret House')
})

test('returns the school’s address', async () => {
  const { data } = await (
    await createTestVisitor()
  ).api(contract.searchSchools, { searchQuery: `${word} language house` })
  const school_url = `${word.toLowerCase()}-langue`
  expect(data[0]).toMatchObject({
    school_url,
    url: `http://${school_url}.lyceum.test:3000`,
    logo_url: null,
    country: 'NG',
  })
})

test.each(['%', '_', '\\', '"', "'", '<script>', '\u0000', '🦊', 'x'.repeat(100), '   ', '%%%%'])(
  'handles a search for %j',
  async (searchQuery) => {
    const visitor = await createTestVisitor()
    const answer = await visitor.request({
      method: 'GET',
      url: `/api${contract.searchSchools.path}?searchQuery=${encodeURIComponent(searchQuery)}`,
    })
    expect([200, 422]).toContain(answer.status)
  },
)

test.each(['', word])('pages through %j without gaps or repetitions', async (searchQuery) => {
  for (let n = 0; n < 5; n++)
    await listed(`${word} Page ${n}`, `${word.toLowerCase()}-page-${n}-${newId().slice(-4)}`)
  const visitor = await createTestVisitor()
  const firstPage = await visitor.api(contract.searchSchools, { searchQuery, limit: 100 })
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await visitor.api(contract.searchSchools, {
      searchQuery,
      limit: 2,
      ...(cursor && { cursor }),
    })
    ids.push(...page.data.map((school) => school.school_id))
    cursor = page.next_cursor ?? undefined
  } while (cursor && ids.length < 100)
  expect(ids.slice(0, 100)).toEqual(firstPage.data.map((school) => school.school_id).slice(0, ids.length))
})

test('refuses an invalid cursor', async () => {
  const visitor = await createTestVisitor()
  for (const cursor of [
    'x',
    'W10',
    Buffer.from('[1,2,3]').toString('base64url'),
    Buffer.from('["a"]').toString('base64url'),
  ])
    await expect(visitor.api(contract.searchSchools, { cursor })).rejects.toMatchObject({
      code: 'invalid_input',
    })
})

test('does not exist on a school’s host', async () => {
  const visitor = (await createTestSchool()).visitor()
  await expect(visitor.api(contract.searchSchools, {})).rejects.toMatchObject({ status: 404 })
})
