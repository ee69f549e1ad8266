import { describe, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createTestSchool, createTestVisitor, getTestApp } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

describe('the public profile', () => {
  test('is found by id and by sub-domain, at the root and at the school', async () => {
    const school = await createTestSchool({ name: 'Open House' })
    for (const visitor of [await createTestVisitor(), school.visitor()]) {
      const byId = await visitor.api(contract.getSchoolDetailsById, { id: school.school_id })
      const byUrl = await visitor.api(contract.getSchoolDetailsByUrl, {
        subdomain: school.school_url.toUpperCase(),
      })
      expect(byId).toEqual(byUrl)
      expect(byId).toMatchObject({
        name: 'Open House',
        school_url: school.school_url,
        url: `http://${school.school_url}.lyceum.test:3000`,
        currency_code: 'NGN',
        account_user_plans: { plan_name: 'subscription' },
        custom_domain: null,
        whitelabel_referrer: null,
        allow_student_registration: true,
        registration_fields: [],
      })
    }
  })

  test('contains public fields only', async () => {
    const school = await createTestSchool()
    const profile = await school.visitor().api(contract.getSchoolDetailsById, { id: school.school_id })
    for (const field of [
      'is_listed',
      'logo_upload_id',
      'notify_students_on_approval_to_course',
      'updated_at',
    ])
      expect(profile).not.toHaveProperty(field)
  })

  test('of another school is hidden on a school’s host', async () => {
    const [school, there] = [await createTestSchool(), await createTestSchool()]
    const visitor = school.visitor()
    const tries = [
      () => visitor.api(contract.getSchoolDetailsById, { id: there.school_id }),
      () => visitor.api(contract.getSchoolDetailsByUrl, { subdomain: there.school_url }),
      () => visitor.api(contract.getSchoolDetailsById, { id: newId() }),
    ]
    for (const attempt of tries)
      await expect(attempt()).rejects.toMatchObject({ status: 404, code: 'not_found' })
  })

  test.each(['no-such-school', '', '.', 'a.b', '%00', "' or 1=1 --"])(
    'does not exist for %j',
    async (subdomain) => {
      const visitor = await createTestVisitor()
      const answer = await visitor.request({
        method: 'GET',
        url: `/api/schools/auth/api/v1/school-details-from-url/${encodeURIComponent(subdomain)}`,
      })
      expect([404, 422]).toContain(answer.status)
    },
  )

  test('sanitises rich text that was written to the database directly', async () => {
    const school = await createTestSchool()
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('schools')
        .set({ about: '<p onclick="x()">Hi<script>alert(1)</script></p>' })
        .where('school_id', '=', school_id)
        .execute(),
    )
    const { about } = await school.visitor().api(contract.getSchoolDetailsById, { id: school.school_id })
    expect(about).toBe('<p>Hi</p>')
  })
})

describe('the school of a host', () => {
  const ask = async (domain_name: string, visitor?: Awaited<ReturnType<typeof createTestVisitor>>) =>
    (visitor ?? (await createTestVisitor())).api(contract.getCustomDomainDetails, { domain_name })

  test('is found by its sub-domain in any spelling', async () => {
    const school = await createTestSchool({ name: 'Written' })
    for (const name of [
      school.host,
      `${school.host.toUpperCase()}:3000`,
      `${school.host}.`,
      ` ${school.host} `,
    ]) {
      const answer = await ask(name)
      expect(answer).toMatchObject({
        domain_name: school.host,
        root_domain: 'lyceum.test',
        branding: { name: 'Written' },
      })
      expect(answer.school?.school_id).toBe(school.school_id)
    }
  })

  test('is found by its custom domain', async () => {
    const school = await createTestSchool()
    const domain = `learn-${newId().slice(-8)}.example`
    const { db } = (await getTestApp()).services.databases
    await db.insertInto('school_hosts').values({ host: domain, school_id: school.school_id }).execute()
    const answer = await ask(domain)
    expect(answer.school).toMatchObject({
      school_id: school.school_id,
      custom_domain: { domain_name: domain },
    })
    expect(answer.school?.url).toBe(`http://${domain}:3000`)
  })

  test('does not exist for the root domain', async () => {
    await expect(ask('lyceum.test')).resolves.toMatchObject({ school: null, branding: { name: 'Lyceum' } })
  })

  test('is not found for unknown hosts, or for another school’s on a school’s host', async () => {
    const [school, there] = [await createTestSchool(), await createTestSchool()]
    const unknown = { status: 404, code: 'domain_unknown' }
    for (const name of [
      'nobody.example',
      'nobody.lyceum.test',
      `a.${school.host}`,
      'api.lyceum.test',
      '.',
      '🦊',
    ])
      await expect(ask(name)).rejects.toMatchObject(unknown)
    await expect(ask(there.host, school.visitor())).rejects.toMatchObject(unknown)
    await expect(ask('lyceum.test', school.visitor())).rejects.toMatchObject(unknown)
    await expect(ask(school.host, school.visitor())).resolves.toMatchObject({
      school: { school_id: school.school_id },
    })
  })
})

describe('the facts of a school', () => {
  const factsOf = async (school: Awaited<ReturnType<typeof createTestSchool>>) => {
    const { founded_year, student_count } = await school
      .visitor()
      .api(contract.getSchoolDetailsById, { id: school.school_id })
    return { founded_year, student_count }
  }

  test('are shown when the school says so, the students from ten on', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    for (let count = 0; count < 9; count++) await school.student()
    expect(await factsOf(school)).toEqual({ founded_year: null, student_count: null })

    const change = { founded_year: 2017, shows_student_count: true }
    expect(await admin.api(contract.updateSchool, { id: school.school_id, ...change })).toMatchObject(change)
    expect(await factsOf(school)).toEqual({ founded_year: 2017, student_count: null })
    await school.student()
    expect(await factsOf(school)).toEqual({ founded_year: 2017, student_count: 10 })

    await admin.api(contract.updateSchool, {
      id: school.school_id,
      founded_year: null,
      shows_student_count: false,
    })
    expect(await factsOf(school)).toEqual({ founded_year: null, student_count: null })
  })

  test.each([
    [9999, 'year_in_future'],
    [999, 'too_small'],
    [10_000, 'too_large'],
    [2017.5, 'wrong_type'],
  ])('refuse the year %d', async (founded_year, code) => {
    const school = await createTestSchool()
    const admin = await school.admin()
    await expect(
      admin.api(contract.updateSchool, { id: school.school_id, founded_year }),
    ).rejects.toMatchObject({ status: 422, errors: [{ path: 'founded_year', code }] })
  })
})
