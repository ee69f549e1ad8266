import { beforeEach, describe, expect, test } from 'vitest'
import { loginAccount } from '#accounts/contract.ts'
import { withSchoolTx } from '#tenancy/database/school-tx.ts'
import { newId } from '#platform/security/tokens.ts'
import {
  createTestAccount,
  createTestSchool,
  createTestVisitor,
  getTestApp,
  testPassword,
} from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

const fresh = () => `open-${newId().slice(-10)}`
const newSchool = (school_url = fresh()) => ({
  name: 'Lagos Code School',
  school_url,
  currency_code: 'NGN',
  country: 'NG',
  time_zone: 'Africa/Lagos',
  language: 'en' as const,
})
const ownerOf = (email = `${fresh()}@people.test`) => ({
  name: 'Ada Obi',
  email,
  password: 'a long passphrase',
})

async function ctx<T>(school_id: string, work: Parameters<typeof withSchoolTx<T>>[2]) {
  const { db } = (await getTestApp()).services.databases
  return withSchoolTx(db, school_id, work)
}

// These tests create more schools than the hourly limit per address.
beforeEach(async () => {
  const { db } = (await getTestApp()).services.databases
  await db.deleteFrom('rate_limit_counters').where('bucket', 'like', '%/createSchool/%').execute()
})

describe('creates a school', () => {
  test('for a visitor, who becomes its owner in the same request', async () => {
    const visitor = await createTestVisitor()
    const owner = ownerOf()
    const { school, url, handoff } = await visitor.api(contract.createSchool, { ...newSchool(), owner })

    expect(url).toBe(`http://${school.school_url}.lyceum.test:3000`)
    expect(handoff).toMatch(/^handoff\.admin\../)
    expect(school).toMatchObject({ currency_code: 'NGN', account_user_plans: { plan_name: 'free' } })
    const its = await createTestVisitor(`${school.school_url}.lyceum.test`)
    await expect(its.api(contract.getSchoolDetailsById, { id: school.school_id })).resolves.toMatchObject({
      url,
    })

    const [users, categories, audit, mail] = await ctx(school.school_id, async (tx) => {
      const of = { school_id: school.school_id }
      return [
        await tx.selectFrom('users').where('school_id', '=', of.school_id).selectAll().execute(),
        await tx.selectFrom('categories').where('school_id', '=', of.school_id).selectAll().execute(),
        await tx.selectFrom('audit_log').where('school_id', '=', of.school_id).selectAll().execute(),
        await tx.selectFrom('mail_outbox').where('school_id', '=', of.school_id).selectAll().execute(),
      ]
    })
    expect(users).toMatchObject([
      { role: 'account_user', email: owner.email, name: 'Ada Obi', password_hash: null },
    ])
    expect(categories).toMatchObject([{ name: 'Courses', slug: 'courses' }])
    expect(audit).toMatchObject([
      { action: 'school.created', actor_id: users[0]!.id, actor_role: 'account_user' },
    ])
    expect(new Map(mail.map(({ kind, recipient }) => [kind, recipient]))).toEqual(
      new Map([
        ['confirm_email', owner.email],
        ['school_created', owner.email],
      ]),
    )
  })

  test('for a logged-in account, repeatedly', async () => {
    const account = await createTestAccount()
    const first = await account.api(contract.createSchool, newSchool())
    const second = await account.api(contract.createSchool, { ...newSchool(), language: 'fr' })
    const { db } = (await getTestApp()).services.databases
    const owned = await db
      .selectFrom('account_schools')
      .where('account_id', '=', account.id)
      .select('school_id')
      .execute()
    expect(owned.map((row) => row.school_id).toSorted()).toEqual(
      [first.school.school_id, second.school.school_id].toSorted(),
    )
    const categories = await (
      await createTestVisitor()
    ).request({
      method: 'GET',
      url: `/api/schools/auth/api/v1/school-categories/${second.school.school_id}`,
    })
    expect(categories.json.data).toMatchObject([{ name: 'Cours' }])
  })

  test('for an address with an account, with its password only', async () => {
    const account = await createTestAccount()
    const visitor = await createTestVisitor()
    const as = (password: string) => ({
      name: 'Somebody',
      email: ` ${account.email.toUpperCase()} `.trim(),
      password,
    })
    const invalidOwner = visitor.api(contract.createSchool, { ...newSchool(), owner: as('not the password') })
    await expect(invalidOwner).rejects.toMatchObject({ status: 400, code: 'account_password_invalid' })

    const { school } = await visitor.api(contract.createSchool, { ...newSchool(), owner: as(testPassword) })
    const [user] = await ctx(school.school_id, (tx) =>
      tx.selectFrom('users').where('school_id', '=', school.school_id).selectAll().execute(),
    )
    expect(user).toMatchObject({ account_id: account.id, name: account.name })
  })

  test('limits attempts on an account’s password to ten', async () => {
    const account = await createTestAccount()
    const visitor = await createTestVisitor()
    const guess = (password: string) =>
      visitor.api(contract.createSchool, { ...newSchool(), owner: { ...ownerOf(account.email), password } })
    for (let n = 0; n < 10; n++)
      await expect(guess('wrong wrong')).rejects.toMatchObject({ code: 'account_password_invalid' })
    const stopped = { status: 429, code: 'too_many_requests' }
    await expect(guess(testPassword)).rejects.toMatchObject(stopped)
    // The login counts the same attempts.
    const login = visitor.api(loginAccount, { email: account.email, password: testPassword })
    await expect(login).rejects.toMatchObject(stopped)
  })
})

describe('refuses a school', () => {
  test('without a session and without an owner', async () => {
    const visitor = await createTestVisitor()
    await expect(visitor.api(contract.createSchool, newSchool())).rejects.toMatchObject({
      status: 401,
      code: 'unauthenticated',
    })
  })

  test('on a school’s own host', async () => {
    const visitor = (await createTestSchool()).visitor()
    await expect(visitor.api(contract.createSchool, newSchool())).rejects.toMatchObject({ status: 404 })
  })

  test.each([
    ['admin', 422, 'address_reserved'],
    ['PayPal-Login', 422, 'address_reserved'],
    ['g00gle', 422, 'address_lookalike'],
    ['ab', 422, 'invalid_input'],
    ['xn--ggle-55da', 422, 'invalid_input'],
    ['gооgle', 422, 'invalid_input'],
    ['a.b', 422, 'invalid_input'],
    ['x'.repeat(41), 422, 'invalid_input'],
  ])('with the address %j: %d %s', async (school_url, status, code) => {
    const account = await createTestAccount()
    await expect(account.api(contract.createSchool, newSchool(school_url))).rejects.toMatchObject({
      status,
      code,
    })
  })

  test.each([
    ['currency_code', 'XXQ'],
    ['currency_code', 'ngn'],
    ['country', 'EU'],
    ['country', 'ng'],
    ['time_zone', 'Mars/Olympus'],
    ['time_zone', '+01:00'],
    ['language', 'de'],
    ['name', '   '],
  ])('with %s %j', async (field, value) => {
    const account = await createTestAccount()
    const answer = account.api(contract.createSchool, { ...newSchool(), [field]: value })
    await expect(answer).rejects.toMatchObject({ code: 'invalid_input', errors: [{ path: field }] })
  })

  test('with a weak password', async () => {
    const owner = { ...ownerOf(), password: 'password1' }
    const answer = (await createTestVisitor()).api(contract.createSchool, { ...newSchool(), owner })
    await expect(answer).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ path: 'owner.password' }],
    })
  })

  test('with an address that looks like another school’s', async () => {
    const account = await createTestAccount()
    const end = newId().slice(-6)
    await account.api(contract.createSchool, newSchool(`mode1-scho0l-${end}`))
    const alike = account.api(contract.createSchool, newSchool(`model-school-${end}`))
    await expect(alike).rejects.toMatchObject({ status: 422, code: 'address_lookalike' })
  })

  test('and then stores nothing of the school or its owner', async () => {
    const taken = await createTestSchool()
    const visitor = await createTestVisitor()
    const owner = ownerOf()
    const answer = visitor.api(contract.createSchool, { ...newSchool(taken.school_url), owner })
    await expect(answer).rejects.toMatchObject({ status: 409, code: 'address_taken' })
    const { db } = (await getTestApp()).services.databases
    expect(await db.selectFrom('accounts').where('email', '=', owner.email).execute()).toEqual([])
  })
})

test('beyond sixty schools an hour from one address without proof of work', async () => {
  const visitor = await createTestVisitor()
  const attempts = await Promise.allSettled(
    Array.from({ length: 61 }, () => visitor.api(contract.createSchool, newSchool('admin'))),
  )
  const codes = attempts.map((attempt) => (attempt.status === 'rejected' ? attempt.reason.code : 'opened'))
  expect(codes.filter((code) => code === 'proof_of_work_required')).toHaveLength(1)
})

describe('concurrent requests', () => {
  test('for one address by twelve people create exactly one school', async () => {
    const school_url = fresh()
    const accounts = await Promise.all(Array.from({ length: 12 }, () => createTestAccount()))
    const answers = await Promise.allSettled(
      accounts.map((account) => account.api(contract.createSchool, newSchool(school_url))),
    )
    const won = answers.filter((answer) => answer.status === 'fulfilled')
    const lost = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    expect(won).toHaveLength(1)
    expect(new Set(lost.map((reason) => reason.code))).toEqual(new Set(['address_taken']))
    expect(lost[0].body.suggestions).toContain(`${school_url}-school`)
  })

  test('for two look-alike addresses create exactly one school', async () => {
    const end = newId().slice(-8)
    const [one, other] = await Promise.all([createTestAccount(), createTestAccount()])
    const answers = await Promise.allSettled([
      one.api(contract.createSchool, newSchool(`hilltop-${end}`)),
      other.api(contract.createSchool, newSchool(`hi11t0p-${end}`)),
    ])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const reason = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))[0]
    expect(reason.code).toBe('address_lookalike')
  })

  test('of one new owner for two schools create one account', async () => {
    const visitor = await createTestVisitor()
    const owner = ownerOf()
    const answers = await Promise.all(
      [1, 2].map(() => visitor.api(contract.createSchool, { ...newSchool(), owner })),
    )
    const { db } = (await getTestApp()).services.databases
    const rows = await db
      .selectFrom('accounts as a')
      .innerJoin('account_schools as s', 's.account_id', 'a.id')
      .where('a.email', '=', owner.email)
      .select(['a.id', 's.school_id'])
      .execute()
    expect(new Set(rows.map((row) => row.id)).size).toBe(1)
    expect(rows.map((row) => row.school_id).toSorted()).toEqual(
      answers.map((a) => a.school.school_id).toSorted(),
    )
  })

  test('with the same idempotency key create one school', async () => {
    const account = await createTestAccount()
    const body = newSchool()
    const key = { 'idempotency-key': newId() }
    const first = await account.api(contract.createSchool, body, key)
    const again = await account.api(contract.createSchool, body, key)
    expect(again.school.school_id).toBe(first.school.school_id)
    const other = account.api(contract.createSchool, { ...body, name: 'Another' }, key)
    await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  })
})

describe('availability of an address', () => {
  const ask = async (school_url: string, country?: string) =>
    (await createTestVisitor()).api(contract.checkSchoolAddress, { school_url, ...(country && { country }) })

  test('is returned with its stored form', async () => {
    await expect(ask(' Hilltop-College ')).resolves.toEqual({
      school_url: 'hilltop-college',
      is_available: true,
      reason: null,
      suggestions: [],
    })
  })

  test('comes with up to three free alternatives', async () => {
    const { school_url } = await createTestSchool()
    const answer = await ask(school_url, 'KE')
    expect(answer).toMatchObject({ is_available: false, reason: 'address_taken' })
    expect(answer.suggestions).toHaveLength(3)
    for (const suggestion of answer.suggestions) expect((await ask(suggestion)).is_available).toBe(true)
  })

  test.each([
    ['', 'too_short'],
    ['admin', 'address_reserved'],
    ['adm1n', 'address_lookalike'],
    ['École de Musique', 'invalid_format'],
    ["'; drop table schools; --", 'invalid_format'],
  ])('refuses %j: %s', async (school_url, reason) => {
    const answer = await ask(school_url)
    expect(answer).toMatchObject({ is_available: false, reason })
    expect(answer.suggestions).not.toContain(school_url)
  })

  test('derives an address from the name of a school', async () => {
    expect((await ask('École de Musique de Dakar')).suggestions[0]).toBe('ecole-de-musique-de-dakar')
  })
})
