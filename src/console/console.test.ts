import { beforeAll, expect, test } from 'vitest'
import { listAuditLog } from '#schools/contract.ts'
import { getPlan } from '#plans/contract.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { newId } from '#platform/security/tokens.ts'
import { runQueuedJobs } from '#testing/builders/queue.ts'
import {
  createTestAccount,
  createPlatformAccount,
  createTestSchool,
  createTestVisitor,
  getTestApp,
} from '#testing/builders/school-builder.ts'
import { recordPlatformAction } from '#tenancy/audit/platform-audit-log.ts'
import * as contract from './contract.ts'

let privileged: Awaited<ReturnType<typeof createPlatformAccount>>
beforeAll(async () => {
  privileged = await createPlatformAccount('privileged')
})

test('is open to the privileged account only, while it has its second factor', async () => {
  const list = (caller: Pick<typeof privileged, 'api'>) => caller.api(contract.listSchools, {})
  await expect(list(await createTestVisitor())).rejects.toMatchObject({ status: 401 })
  await expect(list(await createTestAccount())).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  await expect(list(await createPlatformAccount('support'))).rejects.toMatchObject({ code: 'forbidden' })
  const school = await createTestSchool()
  const owner = await school.owner()
  await expect(list(owner)).rejects.toMatchObject({ status: 404 })
  await expect(list(privileged)).resolves.toMatchObject({ data: expect.any(Array) })

  const { db } = (await getTestApp()).services.databases
  const set = (change: { totp_confirmed_at?: Date | null; email_verified_at?: Date | null }) =>
    db.updateTable('accounts').set(change).where('id', '=', privileged.id).execute()
  // The session continues without the privilege.
  for (const lost of [{ totp_confirmed_at: null }, { email_verified_at: null }]) {
    await set(lost)
    await expect(list(privileged)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    await set({ totp_confirmed_at: new Date(), email_verified_at: new Date() })
    await expect(list(privileged)).resolves.toBeTruthy()
  }
  const { config } = (await getTestApp()).services
  const named = config.privilegedEmail
  config.privilegedEmail = null
  try {
    await expect(list(privileged)).rejects.toMatchObject({ code: 'forbidden' })
  } finally {
    config.privilegedEmail = named
  }
})

test('finds schools by parts of names, plan and flag, page by page', async () => {
  const word = `zq${newId().slice(-8)}`
  const names = [`Écôle ${word} one`, `${word} two`, `${word} three`]
  const plans = ['free', 'enterprise', 'free']
  const made = []
  for (const [index, name] of names.entries())
    made.push(
      await createTestSchool({
        name,
        plan_name: plans[index]!,
        created_at: new Date(Date.now() - 60_000 * (3 - index)),
      }),
    )
  const old = await createTestSchool({
    name: `${word} old`,
    plan_name: 'free',
    created_at: new Date('2020-01-01T00:00:00Z'),
  })

  const found = async (input: Parameters<typeof list>[0]) => (await list(input)).data.map((row) => row.name)
  const list = (input: { search?: string; flagged?: boolean; plan_name?: 'free' | 'enterprise' }) =>
    privileged.api(contract.listSchools, { search: word, ...input })
  expect(await found({})).toEqual([names[2], names[1], names[0], `${word} old`])
  expect(await found({ search: `ecole ${word.toUpperCase()}` })).toEqual([names[0]])
  expect(await found({ search: made[1]!.school_url })).toEqual([names[1]])
  expect(await found({ search: `${word}%` })).toEqual([])
  expect(await found({ plan_name: 'enterprise' })).toEqual([names[1]])
  expect(await found({ flagged: true })).toEqual([names[2], names[0]])
  expect(await found({ flagged: false })).toEqual([names[1], `${word} old`])
  expect((await list({})).data.map((row) => row.is_flagged)).toEqual([true, false, true, false])

  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await privileged.api(contract.listSchools, {
      search: word,
      limit: 1,
      ...(cursor && { cursor }),
    })
    ids.push(...page.data.map((row) => row.school_id))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(ids).toEqual([...made.toReversed(), old].map((school) => school.school_id))
})

test('shows a school with its figures, owners and limits', async () => {
  const school = await createTestSchool({ plan_name: 'free' })
  const owner = await school.owner({ name: 'Ada Obi' })
  const [student, course] = [await school.student(), await school.course()]
  await school.enrol(student, course)
  const expired = await school.course({ deleted_at: new Date() })
  await school.enrol(student, expired, { student_approval_end_date: new Date('2020-01-01') })
  const shown = await privileged.api(contract.getSchool, { school_id: school.school_id })
  expect(shown).toMatchObject({
    school_id: school.school_id,
    plan_name: 'free',
    is_flagged: true,
    owners: [{ name: 'Ada Obi', email: owner.email }],
    stats: { students: 1, courses: 1, enrolments: 1, storage_bytes: 0, last_visit_at: null },
    limits: { students: 50, storage_bytes: 2_000_000_000 },
    flags: [],
  })
  for (const school_id of [newId(), PLATFORM_ID])
    await expect(privileged.api(contract.getSchool, { school_id })).rejects.toMatchObject({
      code: 'not_found',
    })
})

test('changes a plan at once and writes it to both audit logs with its reason', async () => {
  const school = await createTestSchool({ plan_name: 'free' })
  const admin = await school.admin()
  const change = { school_id: school.school_id, plan_name: 'commission' as const, reason: 'Signed on paper' }
  await expect(admin.api(getPlan, {})).resolves.toMatchObject({ plan_name: 'free', is_flagged: true })
  await expect(privileged.api(contract.changePlan, { ...change, reason: '  ' })).rejects.toMatchObject({
    errors: [{ path: 'reason' }],
  })
  await expect(privileged.api(contract.changePlan, { ...change, school_id: newId() })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(
    privileged.api(contract.changePlan, { ...change, allow_manual_student_approval: false }),
  ).resolves.toMatchObject({
    plan_name: 'commission',
    is_flagged: false,
    allow_manual_student_approval: false,
  })
  await privileged.api(contract.changePlan, change)
  await expect
    .poll(() => admin.api(getPlan, {}))
    .toEqual({ plan_name: 'commission', is_flagged: false, limits: null, grace_ends_at: null })

  const differences = {
    plan_name: ['free', 'commission'],
    allow_manual_student_approval: [true, false],
    reason: 'Signed on paper',
  }
  const own = await admin.api(listAuditLog, { action: 'school.plan_changed' })
  expect(own.data.map(({ actor_role, change }) => ({ actor_role, change }))).toEqual([
    { actor_role: 'platform', change: differences },
  ])
  // Runs twice, like a worker that was interrupted.
  await runQueuedJobs(school, recordPlatformAction)
  await runQueuedJobs(school, recordPlatformAction)
  const { data } = await privileged.api(contract.listPlatformAuditLog, { school_id: school.school_id })
  expect(data).toEqual([
    expect.objectContaining({
      action: 'school.plan_changed',
      actor: { id: privileged.id, name: privileged.name, email: privileged.email },
      actor_role: 'platform',
      school: { school_id: school.school_id, name: school.school_url },
      change: { ...differences, school_id: school.school_id },
    }),
  ])
})

test('audits each of several plan changes with its old and new value', async () => {
  const school = await createTestSchool({ plan_name: 'free' })
  const plans = ['subscription', 'enterprise', 'commission', 'free'] as const
  await Promise.all(
    plans.map((plan_name) =>
      privileged.api(contract.changePlan, { school_id: school.school_id, plan_name, reason: 'at once' }),
    ),
  )
  const admin = await school.admin()
  const { data } = await admin.api(listAuditLog, { action: 'school.plan_changed' })
  const steps = data.map((entry) => entry.change.plan_name as [string, string])
  const last = (await admin.api(getPlan, {})).plan_name
  // The entries form a chain from free to the current plan.
  const ends = steps.map(([, to]) => to)
  const starts = steps.map(([from]) => from)
  expect([...starts, last].toSorted()).toEqual(['free', ...ends].toSorted())
})

test('searches the platform’s log by school, person and action', async () => {
  const name = `audit_${newId().slice(-8)}`
  await privileged.api(contract.createFlag, {
    name,
    description: '',
    is_on_for_all: false,
    school_urls: [],
    share_percent: 0,
  })
  const find = (input: { actor_id?: string; action?: string; school_id?: string }) =>
    privileged.api(contract.listPlatformAuditLog, { limit: 100, ...input })
  const subjects = async (input: Parameters<typeof find>[0]) =>
    (await find(input)).data.map((entry) => entry.subject_id)
  expect(await subjects({ actor_id: privileged.id, action: 'flag.created' })).toContain(name)
  expect(await subjects({ action: 'flag.created' })).toContain(name)
  expect(await subjects({ action: 'flag.created', actor_id: newId() })).toEqual([])
  expect(await subjects({ school_id: newId() })).toEqual([])
})
