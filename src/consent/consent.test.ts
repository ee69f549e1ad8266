import { beforeAll, describe, expect, test } from 'vitest'
import {
  acceptTeacherInvitation,
  invite,
  getMe,
  registerAdmin,
  registerStudent,
  registerTeacher,
  updateUser,
} from '#accounts/contract.ts'
import { countStatements, openUnrecordedDatabases } from '#testing/harness/harness.ts'
import { anApiClient, asApiClient } from '#testing/builders/api-clients.ts'
import { createTestReseller } from '#testing/builders/reseller-builder.ts'
import { withSchoolTx } from '#tenancy/database/school-tx.ts'
import {
  createTestSchool,
  testPassword,
  type TestClient,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import { filterConsentedUsers } from './index.ts'
import * as contract from './contract.ts'

type Kind = 'terms' | 'privacy'
let school: TestSchool
let admin: TestClient

beforeAll(async () => {
  school = await createTestSchool()
  admin = await school.admin()
})

const person = (more: object = {}) => ({
  name: 'Ngozi',
  email: `n${Math.random().toString(36).slice(2)}@people.test`,
  password: testPassword,
  ...more,
})

async function publish(
  by: TestClient,
  kind: Kind,
  { body = `<p>${kind} of ${Math.random()}</p>`, url = null, ...more }: Partial<Draft> = {},
) {
  const { updated_at } = await by.api(contract.saveLegalDraft, { kind, body, url })
  const given = { needs_acceptance: true, ...more }
  return by.api(contract.publishLegalDocument, { kind, updated_at: String(updated_at), ...given })
}
interface Draft {
  body: string
  url: string | null
  needs_acceptance: boolean
  changes: string
}

const mailsTo = (at: TestSchool, recipient: string) =>
  at.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('recipient', '=', recipient)
      .select('text')
      .execute(),
  )

const refusedWith = (code: string, more: object = {}) => expect.objectContaining({ code, ...more })

describe('writing and publishing', () => {
  test('keeps a draft to staff until it is published; then it never changes', async () => {
    const at = await createTestSchool()
    const by = await at.admin()
    const body = '<h2>Rules</h2><script>alert(1)</script><p onclick="x()">Be kind.</p>'
    const saved = await by.api(contract.saveLegalDraft, { kind: 'terms', body, url: null })
    expect(saved.body).toBe('<h2>Rules</h2><p>Be kind.</p>')
    const visitor = at.visitor()
    await expect(visitor.api(contract.getLegalDocument, { kind: 'terms' })).rejects.toMatchObject({
      status: 404,
    })
    expect((await visitor.api(contract.listLegalDocuments, {})).data).toEqual([])
    const first = await publish(by, 'terms', { body })
    expect(first).toMatchObject({ kind: 'terms', version: 1 })
    await by.api(contract.saveLegalDraft, { kind: 'terms', body: '<p>Secret plans</p>', url: null })
    expect(await visitor.api(contract.getLegalDocument, { kind: 'terms' })).toMatchObject({
      version: 1,
      body: '<h2>Rules</h2><p>Be kind.</p>',
      url: null,
      is_current: true,
      versions: [{ version: 1 }],
    })
    await publish(by, 'terms', { url: 'https://school.example/terms', changes: ' Now elsewhere ' })
    const second = await visitor.api(contract.getLegalDocument, { kind: 'terms' })
    expect(second).toMatchObject({ version: 2, body: '', url: 'https://school.example/terms' })
    expect(second.changes).toBe('Now elsewhere')
    expect(await visitor.api(contract.getLegalDocument, { kind: 'terms', version: 1 })).toMatchObject({
      body: '<h2>Rules</h2><p>Be kind.</p>',
      is_current: false,
      versions: [{ version: 2 }, { version: 1 }],
    })
    expect((await visitor.api(contract.listLegalDocuments, {})).data).toEqual([
      { kind: 'terms', version: 2, url: `http://${at.host}:3000/terms` },
    ])
  })

  test('stores versions, acceptances and consents that the database refuses to change', async () => {
    const { db, close } = await openUnrecordedDatabases()
    for (const table of ['legal_versions', 'legal_acceptances', 'consents'] as const) {
      const change = withSchoolTx(db, school.school_id, (tx) =>
        tx
          .updateTable(table)
          .set({ school_id: school.school_id })
          .where('school_id', '=', school.school_id)
          .execute(),
      )
      await expect(change, table).rejects.toThrow('permission denied')
      const removal = withSchoolTx(db, school.school_id, (tx) =>
        tx.deleteFrom(table).where('school_id', '=', school.school_id).execute(),
      )
      await expect(removal, table).rejects.toThrow('permission denied')
    }
    await close()
  })

  test('refuses to publish nothing, an outdated draft or an unchanged text', async () => {
    const at = await createTestSchool()
    const by = await at.owner()
    const at_once = { kind: 'privacy' as const, needs_acceptance: true }
    const now = new Date().toISOString()
    await expect(by.api(contract.publishLegalDocument, { ...at_once, updated_at: now })).rejects.toEqual(
      refusedWith('legal_draft_empty'),
    )
    const blank = await by.api(contract.saveLegalDraft, { kind: 'privacy', body: '<p> </p>', url: null })
    await expect(
      by.api(contract.publishLegalDocument, { ...at_once, updated_at: String(blank.updated_at) }),
    ).rejects.toEqual(refusedWith('legal_draft_empty'))
    const draft = await by.api(contract.saveLegalDraft, {
      kind: 'privacy',
      body: '<p>We keep little.</p>',
      url: null,
    })
    await expect(by.api(contract.publishLegalDocument, { ...at_once, updated_at: now })).rejects.toEqual(
      refusedWith('legal_draft_conflict'),
    )
    const press = () =>
      by.api(contract.publishLegalDocument, { ...at_once, updated_at: String(draft.updated_at) })
    const pressed = await Promise.allSettled([press(), press(), press()])
    expect(pressed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(press()).rejects.toEqual(refusedWith('legal_draft_unchanged'))
    const { data } = await by.api(contract.listLegalDrafts, {})
    expect(data).toMatchObject([
      { kind: 'terms', updated_at: null, published: null, fallback_url: null },
      { kind: 'privacy', body: '<p>We keep little.</p>', published: { version: 1 } },
    ])
  })
})

describe('registering', () => {
  let terms: number
  let privacy: number
  beforeAll(async () => {
    await publish(admin, 'terms')
    terms = (await publish(admin, 'terms')).version
    privacy = (await publish(admin, 'privacy', { needs_acceptance: false })).version
  })
  const both = () => [
    { kind: 'terms' as const, version: terms },
    { kind: 'privacy' as const, version: privacy },
  ]

  test('records the accepted version, the time and the way of registration', async () => {
    const joined = await school.visitor().api(registerStudent, person({ accepted_documents: both() }))
    const { accepted } = await admin.api(contract.getUserConsent, { user_id: joined.user!.id })
    expect(accepted).toEqual([
      {
        kind: 'privacy',
        version: privacy,
        url: null,
        source: 'registration',
        accepted_at: expect.any(String),
      },
      { kind: 'terms', version: terms, url: null, source: 'registration', accepted_at: expect.any(String) },
    ])
    const teacher = await school.visitor().api(registerTeacher, person({ accepted_documents: both() }))
    expect((await admin.api(contract.getUserConsent, { user_id: teacher.user.id })).accepted).toHaveLength(2)
  })

  test.each([
    ['admin', registerAdmin],
    ['teacher', acceptTeacherInvitation],
  ] as const)('by invitation as %s records the acceptance too', async (role, register) => {
    const { email } = person()
    await admin.api(invite, { email, role })
    const [mail] = await mailsTo(school, email)
    const token = /register_token=([\w-]+)/.exec(mail!.text)![1]!
    const joining = (more: object = {}) =>
      school.visitor().api(register, { ...person({ email }), register_token: token, ...more })
    const older = [{ kind: 'terms', version: terms - 1 }, both()[1]!]
    await expect(joining({ accepted_documents: older })).rejects.toEqual(
      refusedWith('legal_documents_changed'),
    )
    const joined = await joining({ accepted_documents: both() })
    const { accepted } = await admin.api(contract.getUserConsent, { user_id: joined.user.id })
    expect(accepted.map(({ source }) => source)).toEqual(['invitation', 'invitation'])
  })

  test('refuses an outdated version, returns the current texts and registers nobody', async () => {
    const newcomer = person()
    const texts = [
      { kind: 'terms', version: terms, url: `http://${school.host}:3000/terms` },
      { kind: 'privacy', version: privacy, url: `http://${school.host}:3000/privacy` },
    ]
    const visitor = school.visitor()
    for (const version of [terms - 1, terms + 1])
      for (const route of [registerStudent, registerTeacher])
        await expect(
          visitor.api(route, { ...newcomer, accepted_documents: [{ kind: 'terms', version }, both()[1]!] }),
        ).rejects.toEqual(
          refusedWith('legal_documents_changed', { status: 409, body: expect.objectContaining({ texts }) }),
        )
    await expect(
      visitor.api(registerStudent, { ...newcomer, accepted_documents: both() }),
    ).resolves.toMatchObject({ user: { email: newcomer.email } })
  })

  test.each([
    ['no text', undefined, ['terms', 'privacy']],
    ['null', null, ['terms', 'privacy']],
    ['an empty list', [], ['terms', 'privacy']],
    ['one text of two', ['terms'], ['privacy']],
  ] as const)('naming %s requires the other texts at the first login', async (_name, named, owed) => {
    const accepted_documents =
      named && both().filter(({ kind }) => (named as readonly string[]).includes(kind))
    const joined = await school.visitor().api(registerStudent, person({ accepted_documents }))
    const own = { 'x-access-token': joined.user_token! }
    const visitor = school.visitor()
    expect((await visitor.api(getMe, {}, own)).pending_document_kinds).toEqual(owed)
    const { pending_documents, accepted } = await visitor.api(contract.getMyConsent, {}, own)
    expect(pending_documents.map(({ kind, version }) => ({ kind, version }))).toEqual(
      both().filter(({ kind }) => (owed as readonly string[]).includes(kind)),
    )
    expect(accepted).toHaveLength(2 - owed.length)
    const rest = pending_documents.map(({ kind, version }) => ({ kind, version }))
    await visitor.api(contract.acceptLegalDocuments, { accepted_documents: rest }, own)
    expect((await visitor.api(getMe, {}, own)).pending_document_kinds).toEqual([])
  })

  test('requires the reseller’s texts where the school has none, by their address', async () => {
    const reseller = await createTestReseller()
    const opened = await reseller.openSchool(`texts-${Date.now()}`)
    const visitor = reseller.visitor(`${opened.school.school_url}.${reseller.root_domain}`)
    const joined = await visitor.api(registerStudent, person())
    const own = { 'x-access-token': joined.user_token! }
    expect((await visitor.api(getMe, {}, own)).pending_document_kinds).toEqual(['terms'])
    const { pending_documents } = await visitor.api(contract.getMyConsent, {}, own)
    const url = `https://${reseller.root_domain}/terms`
    expect(pending_documents).toMatchObject([{ kind: 'terms', version: 0, url, published_at: null }])
    await visitor.api(
      contract.acceptLegalDocuments,
      { accepted_documents: [{ kind: 'terms', version: 0 }] },
      own,
    )
    expect((await visitor.api(getMe, {}, own)).pending_document_kinds).toEqual([])
    const { accepted } = await visitor.api(contract.getMyConsent, {}, own)
    expect(accepted).toMatchObject([{ kind: 'terms', version: 0, url }])
  })

  test('through the school’s own program requires acceptance at the first login', async () => {
    const program = await anApiClient(school)
    const joined = await asApiClient(school, program).api(registerStudent, person())
    const own = { 'x-access-token': joined.user_token! }
    const { pending_document_kinds } = await school.visitor().api(getMe, {}, own)
    expect(pending_document_kinds).toEqual(['terms', 'privacy'])
  })
})

describe('a new version', () => {
  test('must be accepted by everybody who has not, and by nobody if it needs no acceptance', async () => {
    const at = await createTestSchool()
    const [by, student] = [await at.owner(), await at.student()]
    expect((await student.api(getMe, {})).pending_document_kinds).toEqual([])
    await publish(by, 'terms', { changes: 'First rules' })
    await publish(by, 'terms', { changes: 'Fewer rules' })
    await publish(by, 'privacy', { needs_acceptance: false })
    expect((await student.api(getMe, {})).pending_document_kinds).toEqual(['terms'])
    const reply = await student.api(contract.getMyConsent, {})
    expect(reply.pending_documents).toMatchObject([
      { kind: 'terms', version: 2, accepted_version: 0, changes: 'Fewer rules\nFirst rules' },
    ])
    const accept = (version: number, kind: Kind = 'terms') =>
      student.api(contract.acceptLegalDocuments, { accepted_documents: [{ kind, version }] })
    for (const invalid of [1, 3, 0])
      await expect(accept(invalid)).rejects.toEqual(refusedWith('legal_documents_changed'))
    const twice = await Promise.all([accept(2), accept(2)])
    expect(twice).toEqual([{ pending_document_kinds: [] }, { pending_document_kinds: [] }])
    expect((await student.api(getMe, {})).pending_document_kinds).toEqual([])
    const { accepted } = await student.api(contract.getMyConsent, {})
    expect(accepted).toMatchObject([{ kind: 'terms', version: 2, source: 'new_version_notice' }])
    await publish(by, 'terms', { needs_acceptance: false })
    expect((await student.api(getMe, {})).pending_document_kinds).toEqual([])
    await publish(by, 'terms')
    expect((await student.api(getMe, {})).pending_document_kinds).toEqual(['terms'])
  })

  test('locks nobody out: people who have not accepted can still work, including the last owner', async () => {
    const at = await createTestSchool()
    const owner = await at.owner()
    await publish(owner, 'terms')
    expect((await owner.api(getMe, {})).pending_document_kinds).toEqual(['terms'])
    await expect(owner.api(updateUser, { bio: 'Still here' })).resolves.toMatchObject({ bio: 'Still here' })
    await publish(owner, 'terms')
    await owner.api(contract.acceptLegalDocuments, { accepted_documents: [{ kind: 'terms', version: 2 }] })
    expect((await owner.api(getMe, {})).pending_document_kinds).toEqual([])
  })

  test('needs no extra statement per request: the versions come with school and person', async () => {
    const at = await createTestSchool()
    const [by, student] = [await at.admin(), await at.student()]
    // Begin with the school id, session, person, faculties, commit; then one update of the first use.
    const cost = () => countStatements(() => student.api(getMe, {}))
    await expect.poll(cost, { timeout: 15_000 }).toBe(5)
    await publish(by, 'terms')
    await expect
      .poll(async () => (await student.api(getMe, {})).pending_document_kinds, { timeout: 15_000 })
      .toEqual(['terms'])
    await expect.poll(cost, { timeout: 15_000 }).toBe(5)
  })
})

describe('optional consent', () => {
  test('is not given by default, can be withdrawn, and every change is stored', async () => {
    const at = await createTestSchool()
    const [student, other, staff] = [await at.student(), await at.student(), await at.teacher()]
    const ids = [student.id, other.id, staff.id]
    const may = () => at.transact((ctx) => filterConsentedUsers(ctx, 'school_news', ids))
    const { consents } = await student.api(contract.getMyConsent, {})
    expect(consents.map(({ is_given, changed_at }) => [is_given, changed_at])).toEqual(
      contract.consentPurposes.map(() => [false, null]),
    )
    expect(await may()).toEqual(new Set())
    const say = (is_given: boolean) => student.api(contract.setConsent, { purpose: 'school_news', is_given })
    await say(false)
    await Promise.all([say(true), say(true)])
    expect(await may()).toEqual(new Set([student.id]))
    expect(await at.transact((ctx) => filterConsentedUsers(ctx, 'surveys', ids))).toEqual(new Set())
    expect(await at.transact((ctx) => filterConsentedUsers(ctx, 'surveys', []))).toEqual(new Set())
    const own = async () => (await student.api(getMe, {})).consented_purposes
    expect(await own()).toEqual(['school_news'])
    await student.api(contract.setConsent, { purpose: 'error_reports', is_given: true })
    expect(await own()).toEqual(['school_news', 'error_reports'])
    await student.api(contract.setConsent, { purpose: 'error_reports', is_given: false })
    await say(false)
    expect(await own()).toEqual([])
    expect(await may()).toEqual(new Set())
    const userConsent = await staff.api(contract.getUserConsent, { user_id: student.id })
    expect(
      userConsent.consents.filter(({ purpose }) => purpose === 'school_news').map(({ is_given }) => is_given),
    ).toEqual([false, true])
    await say(true)
    const admin = await at.admin()
    await admin.api(updateUser, { user_id: student.id, status: 'suspended' })
    expect(await may()).toEqual(new Set())
  })
})

test('exports acceptances for admins, with formulas escaped', async () => {
  const at = await createTestSchool()
  const by = await at.admin()
  const { version } = await publish(by, 'terms')
  const accepted_documents = [{ kind: 'terms' as const, version }]
  await at.visitor().api(registerStudent, { ...person({ accepted_documents }), name: '=cmd|x' })
  const { text } = await by.api(contract.exportAcceptances, {})
  const [heading, row] = text.split('\r\n')
  expect(heading).toContain('"Name","E-mail","Role","Document","Version"')
  expect(row).toMatch(/^"'=cmd\|x",".*","Student","Terms of use","1","","Registration","20.*Z"$/)
})
