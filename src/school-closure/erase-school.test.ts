import { queueTables } from '#platform/jobs/queue-tables.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listMySchools } from '#accounts/contract.ts'
import { addToSchoolDirectory } from '#accounts/index.ts'
import { createSchoolCertificate, createStudentCertificate } from '#certificates/contract.ts'
import { createNote } from '#notes/contract.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { createObjectKey } from '#platform/storage/keys.ts'
import { newId } from '#platform/security/tokens.ts'
import { createSchool, checkSchoolAddress } from '#schools/contract.ts'
import { createTestUpload, createTestImage } from '#testing/builders/files.ts'
import { openUnrecordedDatabases } from '#testing/harness/harness.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { queryAsOwner, runJob } from '#testing/builders/queue.ts'
import {
  createOwnedSchool,
  advanceDays,
  enterSchoolAs,
  getTestDatabase,
  getTestPlatform,
} from '#testing/builders/owner-builder.ts'
import {
  createTestSchool,
  createTestVisitor,
  rootDomain,
  testPassword,
  getTestApp,
} from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'
import { eraseSchool } from './erase-school.ts'
import { retainedTables } from './index.ts'
import { eraseClosedSchoolJobDefinition } from './jobs.ts'

/** Number of rows of a school in every table with `school_id`, read as the database owner. */
async function rowsOf(school_id: string) {
  const tables = await queryAsOwner<{ name: string }>(
    `select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'school_id' and not a.attisdropped`,
    [],
  )
  const counted = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as n from "${name}" where school_id = $1`,
  )
  const rows = await queryAsOwner<{ name: string; n: number }>(counted.join(' union all '), [school_id])
  return Object.fromEntries(rows.filter(({ n }) => n > 0).map(({ name, n }) => [name, n]))
}

async function keysOf(school_id: string) {
  const keys = []
  for await (const { key } of (await getTestApp()).services.storage.list(school_id)) keys.push(key)
  return keys
}

/** Rows of a school in tables that belong to no tenant: a payment in quarantine, and the last comparison of its account. */
async function quarantinePayment(school_id: string) {
  const paid = `$1, $2, $2, 'paystack', 'reference', 'T1', 'card', 'ref', 100, 'NGN', 'live', 'other', 100, 'NGN', 'live', now()`
  await queryAsOwner(
    `insert into quarantined_payments (school_id, id, order_id, provider, reason, transaction_id, method,
       expected_reference, expected_amount, expected_currency, expected_mode, found_reference, found_amount,
       found_currency, found_mode, paid_at) values (${paid})`,
    [school_id, newId()],
  )
  await queryAsOwner(
    `insert into reconciled_schools (school_id, last_run_at, last_run_state, open_differences)
     values ($1, now(), 'succeeded', 1)`,
    [school_id],
  )
}

/** A school with people, a course, files, a domain, tokens and mails, whose grace period is over. */
async function aDueSchool() {
  const fixture = await createOwnedSchool()
  const { school, account } = fixture
  const { student, course, content } = await createTestCourse(school)
  await student.api(createNote, { course_id: course.id, content_id: content.id, note: '<p>Mine</p>' })
  await createTestUpload(student, await createTestImage(), {
    host: school.host,
    purpose: 'avatar',
    content_type: 'image/png',
  })
  const admin = await school.admin()
  await admin.api(createSchoolCertificate, {})
  await admin.api(createStudentCertificate, { student_id: student.id, course_id: course.id })
  const domain = `www.${newId().slice(-12)}.test`
  await school.transact(async (ctx) => {
    await addToSchoolDirectory(ctx, [student.email])
    const { tx, school_id } = ctx
    const own = {
      id: newId(),
      domain,
      verification_record: 'p',
      state: 'active',
      created_by: fixture.owner.id,
    }
    await tx
      .insertInto('custom_domains')
      .values({ ...own, school_id })
      .execute()
    await tx.insertInto('school_hosts').values({ host: domain, school_id, is_primary: false }).execute()
    await sql`insert into visits (school_id, id, url)
      select ${school_id}::uuid, gen_random_uuid(), '/' from generate_series(1, 1200)`.execute(tx)
  })
  await quarantinePayment(school.school_id)
  await enterSchoolAs(school, account)
  const given = {
    school_id: school.school_id,
    school_url: school.school_url,
    reason: 'Private',
    password: testPassword,
  }
  await account.api(contract.closeSchool, given)
  await advanceDays(school, 31)
  return { ...fixture, student, domain }
}

const run = async (school_id: string) =>
  runJob(await getTestPlatform(), eraseClosedSchoolJobDefinition, { closed_school_id: school_id })

async function dyingRun(closed_school_id: string) {
  const platform = await getTestPlatform()
  const requestContext = await platform.transact(async (ctx) => ctx)
  const remove = () => Promise.reject(new Error('the worker died'))
  const storage = { ...requestContext.storage, remove }
  return eraseSchool({ ...requestContext, storage, transact: platform.transact }, { closed_school_id })
}

const mailsTo = async (recipient: string) =>
  (await getTestPlatform()).transact(({ tx }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', PLATFORM_ID)
      .where('recipient', '=', recipient)
      .select('kind')
      .execute(),
  )

test('does not erase a school before its date, for any caller', async () => {
  const { school, account } = await createOwnedSchool()
  const before = await rowsOf(school.school_id)
  await run(school.school_id)
  expect(await rowsOf(school.school_id)).toEqual(before)
  const erase = (school_id: string) =>
    school.transact(({ tx }) => sql`select erase_school_rows('users', 10), ${school_id}`.execute(tx))
  await expect(erase(school.school_id)).rejects.toThrow('not to be erased')
  await account.api(contract.closeSchool, {
    school_id: school.school_id,
    school_url: school.school_url,
    password: testPassword,
  })
  await run(school.school_id)
  await expect(erase(school.school_id)).rejects.toThrow('not to be erased')
  await expect(account.api(listMySchools, {})).resolves.toMatchObject({
    data: [{ name: expect.any(String) as string }],
  })
})

test('leaves no file and no row except in declared tables after its date', async () => {
  const { school, account, student, domain } = await aDueSchool()
  const { school_id, school_url, host } = school
  const other = await createOwnedSchool()
  await other.school.student()
  await quarantinePayment(other.school.school_id)
  const others = await rowsOf(other.school.school_id)
  const before = await rowsOf(school_id)
  expect(Object.keys(before).length).toBeGreaterThan(15)
  expect(before).toMatchObject({ quarantined_payments: 1, reconciled_schools: 1 })
  expect(await keysOf(school_id)).not.toEqual([])
  await run(school_id)
  expect(Object.keys(await rowsOf(school_id)).toSorted()).toEqual(Object.keys(retainedTables))
  expect(await keysOf(school_id)).toEqual([])
  expect(await rowsOf(other.school.school_id)).toEqual(others)
  const jobs = `select from ${queueTables.jobs} where payload ->> 'school_id' = $1`
  expect(await queryAsOwner(jobs, [school_id])).toEqual([])

  const [closing] = await queryAsOwner(`select * from school_closings where school_id = $1`, [school_id])
  expect(closing).toMatchObject({ name: '', reason: '', former_owners: [], school_url })
  expect((await account.api(listMySchools, {})).data).toEqual([])
  expect((await mailsTo(account.email)).map(({ kind }) => kind)).toEqual(['school_erased'])
  const visitor = await createTestVisitor(host)
  await expect.poll(async () => (await visitor.request({ method: 'GET', url: '/' })).status).toBe(410)
  const api = await visitor.request({
    method: 'GET',
    url: '/api/school-users/v2/me',
    headers: { 'x-access-token': student.token },
  })
  expect(api.status).toBe(410)
  const own = await (await createTestVisitor(domain)).request({ method: 'GET', url: '/' })
  expect(own.status).toBe(404)
})

test('continues an interrupted run, shares work between several runs, and mails the owners once', async () => {
  const { school, account } = await aDueSchool()
  const { school_id } = school
  await school.transact(({ tx }) =>
    tx
      .insertInto('uploads')
      .values({
        school_id,
        id: newId(),
        owner_id: newId(),
        purpose: 'course_file',
        object_key: createObjectKey(school_id),
        file_name: 'half.pdf',
        content_type: 'application/pdf',
        size: 10,
      })
      .execute(),
  )
  // The state after a worker was killed between two steps: the school is closed, half of its rows are deleted.
  await expect(dyingRun(school_id)).rejects.toThrow('the worker died')
  const txCtx = school.transact
  for (const table of ['visits', 'notes', 'audit_log'])
    await txCtx(({ tx }) => sql`select erase_school_rows(${table}, 100)`.execute(tx)).catch(() => {})
  await expect(account.api(contract.cancelClosing, { school_id })).rejects.toMatchObject({
    code: 'not_found',
  })
  await Promise.allSettled([1, 2, 3].map(() => run(school_id)))
  await run(school_id)
  expect(Object.keys(await rowsOf(school_id)).toSorted()).toEqual(Object.keys(retainedTables))
  expect(await mailsTo(account.email)).toHaveLength(1)
})

test('lets either cancelling or erasing win at the same time', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { school, account } = await createOwnedSchool()
    const { school_id, school_url } = school
    await account.api(contract.closeSchool, { school_id, school_url, password: testPassword })
    const before = await rowsOf(school_id)
    await advanceDays(school, 30 - 1 / 86_400 / 20)
    const [cancellation, _erased] = await Promise.allSettled([
      account.api(contract.cancelClosing, { school_id }),
      run(school_id),
    ])
    const isCancelled = cancellation.status === 'fulfilled'
    if (!isCancelled) await run(school_id)
    const left = await rowsOf(school_id)
    expect(Object.keys(left).length > 1).toBe(isCancelled)
    expect(left.users).toBe(isCancelled ? before.users : undefined)
  }
})

test('reserves its address for a year, except for the account that closed it', async () => {
  const { school, account } = await aDueSchool()
  const { school_id, school_url } = school
  await run(school_id)
  const visitor = await createTestVisitor()
  const reply = await visitor.api(checkSchoolAddress, { school_url })
  expect(reply).toMatchObject({ is_available: false, reason: 'address_taken' })
  const details = {
    name: 'Another',
    school_url,
    currency_code: 'NGN',
    country: 'NG',
    time_zone: 'Africa/Lagos',
    language: 'en' as const,
  }
  const anonymous = {
    name: 'Mal',
    email: `mal-${newId().slice(-12)}@people.test`,
    password: 'a fine long password',
  }
  await expect(visitor.api(createSchool, { ...details, owner: anonymous })).rejects.toMatchObject({
    code: 'address_taken',
  })
  const again = await account.api(createSchool, details)
  expect(again.school).toMatchObject({ school_url })
  expect(again.url).toContain(rootDomain)

  const second = await aDueSchool()
  await run(second.school.school_id)
  await (
    await getTestDatabase()
  )
    .updateTable('school_closings')
    .set({ address_reserved_until: new Date(Date.now() - 1000) })
    .where('school_id', '=', second.school.school_id)
    .execute()
  await visitor.api(createSchool, { ...details, school_url: second.school.school_url, owner: anonymous })
})

test("cannot be done by the application's role alone", async () => {
  const school = await createTestSchool()
  const databases = await openUnrecordedDatabases()
  try {
    await expect(
      sql`delete from users where school_id = ${school.school_id}`.execute(databases.auxDb),
    ).rejects.toThrow('permission denied')
    await expect(sql`select delete_school_jobs()`.execute(databases.auxDb)).rejects.toThrow(
      'not to be erased',
    )
  } finally {
    await databases.close()
  }
})
