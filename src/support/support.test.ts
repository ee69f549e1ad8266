import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  changeAccountPassword,
  createHandoff,
  listSessions,
  loginAdmin,
  logout,
  logoutAccount,
  getMe,
  getMyAccount,
  removeSecondFactor,
} from '#accounts/contract.ts'
import { createApiClient } from '#api-clients/contract.ts'
import { createCourse, getCourseContents } from '#courses/contract.ts'
import { requestEnrolment } from '#learning/contract.ts'
import { listNotifications } from '#notifications/contract.ts'
import { listAuditLog, updateSchool } from '#schools/contract.ts'
import { runJob } from '#testing/builders/queue.ts'
import {
  createTestAccount,
  createTestSchool,
  createTestVisitor,
  resetClock,
  testPassword,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import {
  createTestClock,
  createSupportAccount,
  supportReason,
  type TestClock,
  type SupportAccount,
} from '#testing/builders/support-builder.ts'
import * as contract from './contract.ts'
import { jobs } from './jobs.ts'

const minute = 60_000
const out = { status: 401, code: 'unauthenticated' }
let clock: TestClock
let school: TestSchool
let helper: SupportAccount

beforeEach(async () => {
  clock = createTestClock()
  school = await createTestSchool({ name: 'Kano Academy' })
  helper = await createSupportAccount(clock)
})
afterEach(() => {
  helper.dismiss()
  resetClock()
})

const name = (value: string) => ({ id: school.school_id, name: value })
const log = async () => (await (await school.admin()).api(listAuditLog, { limit: 50 })).data

describe('starting a visit', () => {
  test('needs a support account with a second factor, a known school and a valid code', async () => {
    const forbidden = { status: 403, code: 'forbidden' }
    await expect(helper.begin(school, { code: '123456' })).rejects.toMatchObject(forbidden)
    await helper.enrol()
    for (const code of ['000000', 'abcde-fghij'])
      await expect(helper.begin(school, { code })).rejects.toMatchObject({ code: 'code_invalid' })
    await expect(helper.begin(school, { school_address: 'no-such-school' })).rejects.toMatchObject({
      status: 404,
      code: 'school_not_found',
    })
    const owner = await createTestAccount()
    const input = { school_address: school.school_url, reason: supportReason, minutes: 60, code: '123456' }
    await expect(owner.api(contract.startVisit, input)).rejects.toMatchObject(forbidden)
    expect((await log()).filter(({ actor_role }) => actor_role === 'support')).toEqual([])
  })

  test.each([
    { reason: 'too short' },
    { reason: ' '.repeat(40) },
    { reason: 'x'.repeat(501) },
    { minutes: 0 },
    { minutes: 61 },
    { minutes: 240 },
    { minutes: 20 },
    { code: '' },
    { school_address: ' ' },
  ])('refuses %j', async (invalid) => {
    await helper.enrol()
    await expect(helper.begin(school, invalid)).rejects.toMatchObject({ status: 422, code: 'invalid_input' })
  })

  test.each([
    (of: TestSchool) => `https://${of.host}:3000/manage?x=1`,
    (of: TestSchool) => ` ${of.host.toUpperCase()}. `,
  ])('accepts a pasted address (%#)', async (address) => {
    await helper.enrol()
    const { url } = await helper.begin(school, { school_address: address(school) })
    expect(url).toMatch(new RegExp(`^http://${school.host}:3000/manage\\?user_token=handoff\\.admin\\.`))
  })

  test('gives a code that works once, at its school only, for a minute', async () => {
    await helper.enrol()
    const { code } = await helper.begin(school)
    const take = (at: TestSchool) => at.visitor().api(loginAdmin, { login_with: 'handoff', token: code })
    await expect(take(await createTestSchool())).rejects.toMatchObject({ code: 'handoff_invalid' })
    await take(school)
    await expect(take(school)).rejects.toMatchObject({ code: 'handoff_invalid' })
    const late = (await helper.begin(school)).code
    clock.pass(minute)
    await expect(
      school.visitor().api(loginAdmin, { login_with: 'handoff', token: late }),
    ).rejects.toMatchObject({ code: 'handoff_invalid' })
  })
})

describe('during a visit', () => {
  beforeEach(() => helper.enrol())

  test('support sees what an admin sees, without write access', async () => {
    const visit = await helper.visit(school)
    expect(await visit.api(getMe, {})).toMatchObject({ id: visit.id, role: 'admin', email: helper.email })
    expect(await visit.api(listAuditLog, {})).toMatchObject({ data: [{ action: 'support.entered' }] })
    expect(await visit.api(contract.getMyVisit, {})).toMatchObject({
      email: helper.email,
      reason: supportReason,
      write_access_until: null,
    })
    await expect(visit.api(updateSchool, name('Mine now'))).rejects.toMatchObject({
      status: 403,
      code: 'support_read_only',
    })
    expect(await visit.api(listSessions, {})).toEqual({ data: [], next_cursor: null })
    const admin = await school.admin()
    await expect(admin.api(contract.getMyVisit, {})).rejects.toMatchObject({ code: 'not_found' })
    const input = { reason: supportReason, minutes: 5, code: '123456' }
    await expect(admin.api(contract.requestWriteAccess, input)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('support gets write access for some minutes with a reason and a fresh code, and each change is audited', async () => {
    const visit = await helper.visit(school)
    const raise = (code: string) =>
      visit.api(contract.requestWriteAccess, { reason: 'The owner asked us to.', minutes: 5, code })
    await expect(raise('000000')).rejects.toMatchObject({ code: 'code_invalid' })
    const used = helper.code()
    const { write_access_until } = await raise(used)
    await expect(raise(used)).rejects.toMatchObject({ code: 'code_invalid' })
    expect(new Date(write_access_until!)).toEqual(new Date(clock.now().getTime() + 5 * minute))
    await visit.api(updateSchool, name('Kano Academy II'))
    await visit.api(createCourse, { course_name: 'Law' } as never).catch(() => {})
    clock.pass(5 * minute)
    await expect(visit.api(updateSchool, name('Too late'))).rejects.toMatchObject({
      code: 'support_read_only',
    })

    const entries = (await log()).filter(({ actor_role }) => actor_role === 'support').toReversed()
    expect(entries.map(({ action }) => action).slice(0, 4)).toEqual([
      'support.entered',
      'support.write_access_granted',
      'support.changed_data',
      'school.updated',
    ])
    for (const entry of entries)
      expect(entry).toMatchObject({ support_email: helper.email, support_visit_reason: supportReason })
    expect(entries[1]).toMatchObject({ change: { reason: 'The owner asked us to.' } })
    expect(entries[2]).toMatchObject({
      subject_id: 'updateSchool',
      change: { params: { id: school.school_id } },
    })
  })

  test('support opens a coming-soon course without an enrolment', async () => {
    const course = await school.course({ price: 5_000 })
    const content = await school.content({ course_id: course.id })
    const student = await school.student()
    expect(await student.api(requestEnrolment, { course_id: course.id })).toMatchObject({ status: 'pending' })
    expect((await student.api(getCourseContents, { id: course.id })).topic).toBeNull()
    const visitor = await helper.visit(school)
    for (const creator_preview of [false, true]) {
      const { topic } = await visitor.api(getCourseContents, { id: course.id, creator_preview })
      expect(topic).toMatchObject({ id: content.id })
    }
    // It makes nobody a student, so nothing outlasts the visit.
    await expect(visitor.api(requestEnrolment, { course_id: course.id })).rejects.toMatchObject({
      status: 403,
    })
    const rows = await school.transact(({ tx, school_id }) =>
      tx.selectFrom('enrolments').where('school_id', '=', school_id).select('user_id').execute(),
    )
    expect(rows).toEqual([{ user_id: student.id }])
  })

  test('support cannot create secrets or change logins, even with write access', async () => {
    const visit = await helper.visit(school)
    await visit.api(contract.requestWriteAccess, { reason: supportReason, minutes: 15, code: helper.code() })
    const forbidden = { status: 403, code: 'support_forbidden' }
    const client = { name: 'Backdoor', role: 'admin', scopes: ['courses:read'] } as never
    await expect(visit.api(createApiClient, client)).rejects.toMatchObject(forbidden)
    await expect(visit.api(createHandoff, {})).rejects.toMatchObject(forbidden)
    await expect(
      visit.api(updateSchool, { id: school.school_id, require_second_factor: false }),
    ).rejects.toMatchObject(forbidden)
    await expect(visit.api(contract.endVisit, { visit_id: visit.id })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })

  test('owners are notified of each visit, others are not', async () => {
    const [owner, admin] = [await school.owner(), await school.admin()]
    await helper.visit(school)
    const notifications = await owner.api(listNotifications, {})
    expect(notifications.data).toMatchObject([
      { kind: 'support_entered', data: { email: helper.email, reason: supportReason } },
    ])
    expect((await admin.api(listNotifications, {})).data).toEqual([])
  })

  test('the session is not valid at another school or the root host', async () => {
    const visit = await helper.visit(school)
    const headers = { 'x-access-token': visit.token! }
    const other = await createTestSchool()
    await expect(other.visitor().api(getMe, {}, headers)).rejects.toMatchObject(out)
    await expect((await createTestVisitor()).api(getMyAccount, {}, headers)).rejects.toMatchObject(out)
    expect((await (await other.admin()).api(contract.listVisits, {})).data).toEqual([])
    const foreign = { visit_id: visit.id }
    await expect((await other.owner()).api(contract.endVisit, foreign)).rejects.toMatchObject({
      code: 'not_found',
    })
    await visit.api(getMe, {})
  })
})

describe('the end of a visit', () => {
  beforeEach(() => helper.enrol())
  const causeOf = async () => {
    const { data } = await (await school.admin()).api(contract.listVisits, {})
    return data.map(({ is_open, end_cause }) => [is_open, end_cause])
  }

  test('comes on time and is audited', async () => {
    const visit = await helper.visit(school, { minutes: 15 })
    clock.pass(visit.ends_at.getTime() - clock.now().getTime() - 1)
    await visit.api(getMe, {})
    expect(await causeOf()).toEqual([[true, null]])
    clock.pass(1)
    await expect(visit.api(getMe, {})).rejects.toMatchObject(out)
    expect(await causeOf()).toEqual([[false, null]])
    const [job] = jobs
    await runJob(school, job!, { visit_id: visit.id })
    await runJob(school, job!, { visit_id: visit.id })
    expect(await causeOf()).toEqual([[false, 'expired']])
    expect((await log()).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['support.ended', 'support.entered']),
    )
  })

  test('also ends write access', async () => {
    const visit = await helper.visit(school, { minutes: 15 })
    clock.pass(10 * minute)
    const { write_access_until, ends_at } = await visit.api(contract.requestWriteAccess, {
      reason: supportReason,
      minutes: 15,
      code: helper.code(),
    })
    expect(write_access_until).toEqual(ends_at)
  })

  test.each([
    ['the address is support’s no longer', async () => helper.dismiss()],
    ['the account logs out', () => helper.api(logoutAccount, {})],
    [
      'the second factor is removed',
      () => helper.api(removeSecondFactor, { password: testPassword, code: helper.code() }),
    ],
    [
      'the second factor is another one',
      async () => {
        await helper.api(removeSecondFactor, { password: testPassword, code: helper.code() })
        clock.pass(minute)
        await helper.enrol()
      },
    ],
  ])('comes when %s', async (_why, happens) => {
    const visit = await helper.visit(school)
    await visit.api(getMe, {})
    await happens()
    await expect(visit.api(getMe, {})).rejects.toMatchObject(out)
    await vi.waitFor(async () => expect(await causeOf()).toEqual([[false, 'access_lost']]))
    await expect(visit.api(getMe, {})).rejects.toMatchObject(out)
    await runJob(school, jobs[0]!, { visit_id: visit.id })
    expect(await causeOf()).toEqual([[false, 'access_lost']])
    const ends = (await log()).filter(({ action }) => action === 'support.ended')
    expect(ends).toMatchObject([{ change: { cause: 'access_lost' }, actor_role: 'system' }])
  })

  test('comes when the password is changed on another device, without ending an owner’s own session', async () => {
    const visit = await helper.visit(school)
    const { user_token } = await loginAtOtherSchool()
    const password = { current_password: testPassword, new_password: 'quite another secret' }
    await (await createTestVisitor()).api(changeAccountPassword, password, { 'x-access-token': user_token })
    await expect(visit.api(getMe, {})).rejects.toMatchObject(out)
  })

  test('comes when an owner ends it or support leaves; each is audited once', async () => {
    const [owner, admin] = [await school.owner(), await school.admin()]
    const [one, other] = [await helper.visit(school), await helper.visit(school)]
    await expect(admin.api(contract.endVisit, { visit_id: one.id })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await owner.api(contract.endVisit, { visit_id: one.id })
    await owner.api(contract.endVisit, { visit_id: one.id })
    await expect(one.api(getMe, {})).rejects.toMatchObject(out)
    await other.api(logout, {})
    await expect(other.api(getMe, {})).rejects.toMatchObject(out)
    expect(await causeOf()).toEqual([
      [false, 'ended_by_support'],
      [false, 'ended_by_owner'],
    ])
    const ends = (await log()).filter(({ action }) => action === 'support.ended')
    expect(ends.map(({ change }) => change.cause)).toEqual(['ended_by_support', 'ended_by_owner'])
  })

  async function loginAtOtherSchool() {
    const visitor = await createTestVisitor()
    const first = await visitor.request({
      method: 'POST',
      url: '/api/accounts/v1/login',
      body: { email: helper.email, password: testPassword },
    })
    const { challenge } = first.json as { challenge: string }
    const second = await visitor.request({
      method: 'POST',
      url: '/api/accounts/v1/second-factor',
      body: { challenge, code: helper.code() },
    })
    return second.json as { user_token: string }
  }
})
