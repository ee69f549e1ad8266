import { expect, test } from 'vitest'
import { listMySchools, loginStudent, updateUser } from '#accounts/contract.ts'
import { listClosings, cancelClosing } from '#console/contract.ts'
import { saveProgress } from '#learning/contract.ts'
import { renewDataExport } from '#data-privacy/contract.ts'
import { acceptOffer, offerTransfer } from '#ownership/contract.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { listQueuedJobs, runJob } from '#testing/builders/queue.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import {
  listAuditActions,
  createCoOwner,
  createOwnedSchool,
  advanceDays,
  enterSchoolAs,
  readMailedToken,
  listMailsOf,
  getTestDatabase,
  getTestPlatform,
} from '#testing/builders/owner-builder.ts'
import {
  createTestAccount,
  createPlatformAccount,
  createTestVisitor,
  testPassword,
} from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'
import { processClosingsJobDefinition } from './jobs.ts'

type Story = Awaited<ReturnType<typeof createOwnedSchool>>
const proof = { password: testPassword }
const dayMs = 86_400_000

const close = ({ account, school }: Pick<Story, 'account' | 'school'>, more: object = {}) =>
  account.api(contract.closeSchool, {
    school_id: school.school_id,
    school_url: school.school_url,
    ...proof,
    ...more,
  })

const keep = ({ account, school }: Pick<Story, 'account' | 'school'>) =>
  account.api(contract.cancelClosing, { school_id: school.school_id })

test('lets an owner close a school with its typed address and reauthentication', async () => {
  const fixture = await createOwnedSchool()
  const { school, account } = fixture
  const visitor = await createTestAccount()
  await expect(close({ account: visitor, school })).rejects.toMatchObject({ code: 'not_found' })
  await expect(close({ account: (await createTestVisitor()) as never, school })).rejects.toMatchObject({
    status: 401,
  })
  await expect(close(fixture, { school_url: 'another-one' })).rejects.toMatchObject({
    code: 'address_mismatch',
  })
  await expect(close(fixture, { password: 'not the one' })).rejects.toMatchObject({
    code: 'current_password_invalid',
  })
  const db = await getTestDatabase()
  const factor = (totp_confirmed_at: Date | null) =>
    db.updateTable('accounts').set({ totp_confirmed_at }).where('id', '=', account.id).execute()
  await factor(new Date())
  await expect(close(fixture)).rejects.toMatchObject({ code: 'second_factor_required' })
  await expect(close(fixture, { code: '123456' })).rejects.toMatchObject({ code: 'code_invalid' })
  await factor(null)
  await expect(keep(fixture)).rejects.toMatchObject({ code: 'school_not_closing' })
  const input = { school_id: school.school_id }
  await expect(account.api(contract.requestSchoolArchive, input)).rejects.toMatchObject({
    code: 'school_not_closing',
  })
  const both = await Promise.allSettled([close(fixture, { reason: 'Enough.' }), close(fixture)])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'school_already_closing' },
  })
  const { closing } = await account.api(contract.getClosing, input)
  const listed = await account.api(listMySchools, {})
  expect(listed.data).toMatchObject([{ closes_at: closing!.erase_at }])
  const days = (new Date(closing!.erase_at).getTime() - Date.now()) / dayMs
  expect(Math.round(days)).toBe(30)
})

test('lets people read and export their data during the grace period, but not write', async () => {
  const fixture = await createOwnedSchool()
  const { school } = fixture
  const { student, content } = await createTestCourse(school)
  const refused = { status: 403, code: 'school_closing' }
  await close(fixture)
  await expect
    .poll(() => student.api(updateUser, { bio: 'New' }).catch(({ code }) => String(code)))
    .toBe('school_closing')
  await expect(student.api(saveProgress, { content_id: content.id, opened: true })).rejects.toMatchObject(
    refused,
  )
  await student.api(renewDataExport, {})
  const { user } = await school
    .visitor()
    .api(loginStudent, { user_code: student.email, password: testPassword, school_id: school.school_id })
  expect(user.id).toBe(student.id)
  const headers = await enterSchoolAs(school, fixture.account)
  await expect(school.visitor().api(updateUser, { bio: 'x' }, headers)).rejects.toMatchObject(refused)
  const upload = await school.visitor().request({
    method: 'GET',
    url: '/api/gen/get_aws_key_upload?file_name=a.pdf&content_type=application%2Fpdf&size=9&purpose=course_file',
    headers,
  })
  expect(upload.json.code).toBe('school_closing')

  await keep(fixture)
  await expect.poll(() => student.api(updateUser, { bio: 'New' }).then(({ bio }) => bio, String)).toBe('New')
  expect(await listAuditActions(school)).toEqual(
    expect.arrayContaining(['school.closing_started', 'school.closing_cancelled']),
  )
})

test('lists closing schools in the console, which can cancel with a reason', async () => {
  const fixture = await createOwnedSchool()
  const { school_id } = fixture.school
  await close(fixture, { reason: 'Moving on' })
  const privileged = await createPlatformAccount('privileged')
  const all = []
  for (let cursor: string | undefined; ;) {
    const page = await privileged.api(listClosings, { limit: 100, ...(cursor && { cursor }) })
    all.push(...page.data)
    if (!page.next_cursor) break
    cursor = page.next_cursor
  }
  expect(all.find((row) => row.school_id === school_id)).toMatchObject({
    reason: 'Moving on',
    erasing_at: null,
  })
  await privileged.api(cancelClosing, { school_id, reason: 'The owner wrote to us.' })
  await expect(privileged.api(cancelClosing, { school_id, reason: 'Again.' })).rejects.toMatchObject({
    code: 'school_not_closing',
  })
  expect((await fixture.account.api(contract.getClosing, { school_id })).closing).toBeNull()
  expect((await listMailsOf(fixture.school)).map(({ kind }) => kind)).toEqual([
    'closing_started',
    'closing_cancelled',
  ])
})

test('lets any owner cancel; withdraws offers and refuses new ones while closing', async () => {
  const fixture = await createOwnedSchool()
  const { school, account } = fixture
  const co = await createCoOwner(school)
  const to = await createTestAccount()
  const offer = {
    school_id: school.school_id,
    email: to.email,
    former_owner_becomes: 'no_role' as const,
    ...proof,
  }
  await account.api(offerTransfer, offer)
  const token = await readMailedToken(school, to.email)
  await close({ account: co.account, school })
  await expect(to.api(acceptOffer, { token })).rejects.toMatchObject({ code: 'offer_invalid' })
  await expect(account.api(offerTransfer, offer)).rejects.toMatchObject({ code: 'school_closing' })
  await keep(fixture)
  await account.api(offerTransfer, offer)
})

test('mails owners at the beginning, a week before and a day before the end, each once', async () => {
  const fixture = await createOwnedSchool()
  const { school, account } = fixture
  const co = await createCoOwner(school)
  const admin = await school.admin()
  await close(fixture)
  const platform = await getTestPlatform()
  const tend = () => Promise.allSettled([1, 2].map(() => runJob(platform, processClosingsJobDefinition, {})))
  await tend()
  await advanceDays(school, 24)
  await tend()
  await advanceDays(school, 5.5)
  await tend()
  await tend()
  const mails = await listMailsOf(school)
  for (const email of [account.email, co.account.email, admin.email])
    expect(mails.filter(({ recipient }) => recipient === email).map(({ kind }) => kind)).toEqual([
      'closing_started',
      'closing_one_week_left',
      'closing_one_day_left',
    ])
  await advanceDays(school, 1)
  await tend()
  const [job] = await listQueuedJobs(PLATFORM_ID, `erase-school/${school.school_id}`)
  expect(job).toMatchObject({ task: 'eraseClosedSchool' })
  await expect(keep(fixture)).rejects.toMatchObject({ code: 'school_not_closing' })
})
