import { expect, test } from 'vitest'
import { listMySchools, loginAdmin, getMe, registerAccount } from '#accounts/contract.ts'
import { registeredJobs } from '#registered-jobs.ts'
import { newId } from '#platform/security/tokens.ts'
import {
  listAuditActions,
  createCoOwner,
  createOwnedSchool,
  enterSchoolAs,
  readMailedToken,
  listMailsOf,
  getTestDatabase,
  getTestPlatform,
} from '#testing/builders/owner-builder.ts'
import { runJob } from '#testing/builders/queue.ts'
import { createTestReseller } from '#testing/builders/reseller-builder.ts'
import {
  createTestAccount,
  createTestVisitor,
  testPassword,
  getTestApp,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'

const sweepOffers = registeredJobs.find(({ name }) => name === 'sweepOwnershipOffers')!
const proof = { password: testPassword }
const schoolsOf = async (account: Awaited<ReturnType<typeof createTestAccount>>) =>
  (await account.api(listMySchools, {})).data.map(({ school_id }) => school_id)

const offer = (
  { account, school }: Pick<Awaited<ReturnType<typeof createOwnedSchool>>, 'account' | 'school'>,
  email: string,
) =>
  account.api(contract.offerTransfer, {
    school_id: school.school_id,
    email,
    former_owner_becomes: 'admin',
    ...proof,
  })

const aWeekLater = async (school: TestSchool) =>
  (await getTestDatabase())
    .updateTable('ownership_offers')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('school_id', '=', school.school_id)
    .execute()

test('refuses an offer after the daily mail limit', async () => {
  const { config } = (await getTestApp()).services
  const before = config.externalMailLimits
  config.externalMailLimits = { free: [0, 0, 0], paid: [0, 0, 0] }
  try {
    const fixture = await createOwnedSchool()
    await expect(offer(fixture, 'somebody@people.test')).rejects.toMatchObject({
      code: 'external_mail_limit_reached',
    })
    expect(await listMailsOf(fixture.school)).toEqual([])
  } finally {
    config.externalMailLimits = before
  }
})

test('offers a school with reauthentication, to an address that does not own it', async () => {
  const fixture = await createOwnedSchool()
  const { account, school } = fixture
  const [anonymous, to] = [await createTestAccount(), await createTestAccount()]
  const given = {
    school_id: school.school_id,
    email: to.email,
    former_owner_becomes: 'no_role' as const,
    ...proof,
  }
  await expect((await createTestVisitor()).api(contract.offerTransfer, given)).rejects.toMatchObject({
    status: 401,
  })
  await expect(anonymous.api(contract.offerTransfer, given)).rejects.toMatchObject({ code: 'not_found' })
  await expect(anonymous.api(contract.getOwnership, { school_id: school.school_id })).rejects.toMatchObject({
    code: 'not_found',
  })
  const invalid = { ...given, password: 'not the one' }
  await expect(account.api(contract.offerTransfer, invalid)).rejects.toMatchObject({
    code: 'current_password_invalid',
  })
  const own = { ...given, email: account.email.toUpperCase() }
  await expect(account.api(contract.offerTransfer, own)).rejects.toMatchObject({ code: 'already_owner' })
  await (
    await getTestDatabase()
  )
    .updateTable('accounts')
    .set({ totp_confirmed_at: new Date() })
    .where('id', '=', account.id)
    .execute()
  await expect(account.api(contract.offerTransfer, given)).rejects.toMatchObject({
    code: 'second_factor_required',
  })
  await expect(account.api(contract.offerTransfer, { ...given, code: '123456' })).rejects.toMatchObject({
    code: 'code_invalid',
  })
  expect(await listMailsOf(school)).toEqual([])
})

test('changes nothing until acceptance, and then everything in one transaction', async () => {
  const { account, school, owner } = await createOwnedSchool()
  const co = await createCoOwner(school)
  const to = await createTestAccount()
  const ctx = await enterSchoolAs(school, account)
  await offer({ account, school }, to.email.toUpperCase())
  const token = await readMailedToken(school, to.email)
  await school.visitor().api(getMe, {}, ctx)
  expect(await schoolsOf(to)).toEqual([])
  const visitor = await createTestVisitor()
  expect(await visitor.api(contract.getOffer, { token })).toMatchObject({
    kind: 'transfer',
    email: to.email,
    schools: [{ school_id: school.school_id }],
  })
  await expect(visitor.api(contract.acceptOffer, { token })).rejects.toMatchObject({ status: 401 })
  const another = await createTestAccount()
  await expect(another.api(contract.acceptOffer, { token })).rejects.toMatchObject({
    code: 'offer_for_other_account',
  })
  const shown = await account.api(contract.getOwnership, { school_id: school.school_id })
  expect(shown).toMatchObject({
    owners: [{ is_you: true }, { is_you: false }],
    offers: [{ kind: 'transfer' }],
  })

  expect(await to.api(contract.acceptOffer, { token })).toEqual({ school_ids: [school.school_id] })
  await expect(school.visitor().api(getMe, {}, ctx)).rejects.toMatchObject({ status: 401 })
  expect([await schoolsOf(account), await schoolsOf(to)]).toEqual([[], [school.school_id]])
  await enterSchoolAs(school, to)
  // A former owner who stays as admin logs in with the same password.
  const stays = await school
    .visitor()
    .api(loginAdmin, { user_code: account.email, password: testPassword, school_id: school.school_id })
  expect(stays.user).toMatchObject({ id: owner.id, user_type: 'admin' })
  await expect(to.api(contract.acceptOffer, { token })).rejects.toMatchObject({ code: 'offer_invalid' })
  await expect(visitor.api(contract.getOffer, { token })).rejects.toMatchObject({ code: 'offer_invalid' })
  expect(await listAuditActions(school)).toEqual(
    expect.arrayContaining(['school.transfer_offered', 'school.transferred', 'user.role_or_status_changed']),
  )
  const notified = (await listMailsOf(school)).map(({ kind, recipient }) => [kind, recipient])
  for (const [kind, who] of [
    ['ownership_transfer_offered', account.email],
    ['ownership_transfer_offered', co.account.email],
    ['ownership_ended', account.email],
    ['ownership_transferred', to.email],
    ['ownership_transferred', co.account.email],
  ])
    expect(notified).toContainEqual([kind, who])
})

test('accepts a new owner who registers, keeps an existing admin, and removes a leaving owner', async () => {
  const fixture = await createOwnedSchool()
  const { account, school } = fixture
  const email = `new-${newId().slice(-12)}@people.test`
  const admin = await school.admin({ email })
  await account.api(contract.offerTransfer, {
    school_id: school.school_id,
    email,
    former_owner_becomes: 'no_role',
    ...proof,
  })
  const token = await readMailedToken(school, email)
  const visitor = await createTestVisitor()
  const { user_token } = await visitor.api(registerAccount, { name: 'Nia', email, password: testPassword })
  const headers = { 'x-access-token': user_token }
  await visitor.api(contract.acceptOffer, { token }, headers)
  const people = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('users')
      .where('school_id', '=', school_id)
      .select(['id', 'role', 'status', 'account_id'])
      .execute(),
  )
  expect(people.find(({ id }) => id === admin.id)).toMatchObject({ role: 'account_user', status: 'active' })
  expect(people.find(({ id }) => id === fixture.owner.id)).toMatchObject({
    status: 'removed',
    account_id: null,
  })
})

test('can be withdrawn by any owner, and expires after a week', async () => {
  const fixture = await createOwnedSchool()
  const { account, school } = fixture
  const co = await createCoOwner(school)
  const to = await createTestAccount()
  const { id } = await offer(fixture, to.email)
  const anonymous = await createTestAccount()
  await expect(anonymous.api(contract.withdrawOffer, { offer_id: id })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(offer(fixture, 'other@people.test')).rejects.toMatchObject({ code: 'transfer_pending' })
  await co.account.api(contract.withdrawOffer, { offer_id: id })
  await expect(account.api(contract.withdrawOffer, { offer_id: id })).rejects.toMatchObject({
    code: 'offer_invalid',
  })
  const first = await readMailedToken(school, to.email)
  await expect(to.api(contract.acceptOffer, { token: first })).rejects.toMatchObject({
    code: 'offer_invalid',
  })
  await offer(fixture, to.email)
  const second = await readMailedToken(school, to.email)
  await aWeekLater(school)
  await expect(to.api(contract.acceptOffer, { token: second })).rejects.toMatchObject({
    code: 'offer_invalid',
  })
  expect((await account.api(contract.getOwnership, { school_id: school.school_id })).offers).toEqual([])
  // An expired offer blocks nothing.
  await offer(fixture, to.email)
})

test('creates one of two concurrent transfers; of withdrawal and acceptance one succeeds', async () => {
  for (let round = 0; round < 4; round += 1) {
    const fixture = await createOwnedSchool()
    const { account, school } = fixture
    const co = await createCoOwner(school)
    const [one, two] = [await createTestAccount(), await createTestAccount()]
    const offers = await Promise.allSettled([
      offer(fixture, one.email),
      offer({ account: co.account, school }, two.email),
    ])
    const stands = offers.find((each) => each.status === 'fulfilled')!
    expect(offers.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    const lost = offers.find((each) => each.status === 'rejected')!
    expect(lost.reason).toMatchObject({ code: 'transfer_pending' })
    const [from, to] = offers[0]!.status === 'fulfilled' ? [account, one] : [co.account, two]
    const token = await readMailedToken(school, to.email)
    const [accepted, withdrawn] = await Promise.allSettled([
      to.api(contract.acceptOffer, { token }),
      from.api(contract.withdrawOffer, { offer_id: stands.value.id }),
    ])
    expect([accepted.status, withdrawn.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    const expected = accepted.status === 'fulfilled' ? [[], [school.school_id]] : [[school.school_id], []]
    expect([await schoolsOf(from), await schoolsOf(to)]).toEqual(expected)
  }
})

test('cancels offers of a deleted account and refuses its acceptance', async () => {
  const fixture = await createOwnedSchool()
  const { account, school } = fixture
  await createCoOwner(school)
  const to = await createTestAccount()
  await offer(fixture, to.email)
  const token = await readMailedToken(school, to.email)
  await (await getTestDatabase()).deleteFrom('accounts').where('id', '=', account.id).execute()
  await expect(to.api(contract.acceptOffer, { token })).rejects.toMatchObject({ code: 'offer_invalid' })
  const again = await createOwnedSchool()
  await offer(again, to.email)
  const theirs = await readMailedToken(again.school, to.email)
  await (await getTestDatabase()).deleteFrom('accounts').where('id', '=', to.id).execute()
  await expect(to.api(contract.acceptOffer, { token: theirs })).rejects.toMatchObject({ status: 401 })
  expect(await schoolsOf(again.account)).toEqual([again.school.school_id])
})

test('keeps plan and domains with the school', async () => {
  const fixture = await createOwnedSchool({ plan_name: 'enterprise' })
  const { school } = fixture
  const to = await createTestAccount()
  const domain = `www.${newId().slice(-12)}.test`
  await school.transact(async ({ tx, school_id }) => {
    const proven = {
      id: newId(),
      domain,
      verification_record: 'p',
      state: 'active',
      created_by: fixture.owner.id,
    }
    await tx
      .insertInto('custom_domains')
      .values({ ...proven, school_id })
      .execute()
    await tx.insertInto('school_hosts').values({ host: domain, school_id, is_primary: true }).execute()
  })
  await offer(fixture, to.email)
  await to.api(contract.acceptOffer, { token: await readMailedToken(school, to.email) })
  expect((await to.api(listMySchools, {})).data).toMatchObject([{ plan_name: 'enterprise' }])
  const stored = await (
    await getTestDatabase()
  )
    .selectFrom('school_hosts')
    .where('school_id', '=', school.school_id)
    .select('host')
    .execute()
  expect(stored.map(({ host }) => host)).toContain(domain)
})

test('refuses an account of another root', async () => {
  const fixture = await createOwnedSchool()
  const email = `else-${newId().slice(-12)}@people.test`
  await offer(fixture, email)
  const token = await readMailedToken(fixture.school, email)
  const reseller = await createTestReseller()
  const resellerVisitor = await createTestVisitor(reseller.root_domain)
  const { user_token } = await resellerVisitor.api(registerAccount, {
    name: 'Eli',
    email,
    password: testPassword,
  })
  const headers = { 'x-access-token': user_token }
  await expect(resellerVisitor.api(contract.acceptOffer, { token }, headers)).rejects.toMatchObject({
    code: 'offer_invalid',
  })
})

test('keeps one of two owners who remove each other; the last one cannot leave', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { account, school } = await createOwnedSchool()
    const co = await createCoOwner(school)
    const away = (who: typeof account, whom: typeof account) =>
      who.api(contract.removeOwner, {
        school_id: school.school_id,
        account_id: whom.id,
        new_role: 'no_role',
        ...proof,
      })
    const answers = await Promise.allSettled([away(account, co.account), away(co.account, account)])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [stays] = answers[0]!.status === 'fulfilled' ? [account] : [co.account]
    await expect(away(stays, stays)).rejects.toMatchObject({ code: 'last_owner' })
    const invalid = { school_id: school.school_id, account_id: stays.id, new_role: 'admin' as const }
    await expect(
      stays.api(contract.removeOwner, { ...invalid, password: 'not the one' }),
    ).rejects.toMatchObject({ code: 'current_password_invalid' })
    const db = await getTestDatabase()
    const factor = (totp_confirmed_at: Date | null) =>
      db.updateTable('accounts').set({ totp_confirmed_at }).where('id', '=', stays.id).execute()
    await factor(new Date())
    await expect(away(stays, stays)).rejects.toMatchObject({ code: 'second_factor_required' })
    await expect(
      stays.api(contract.removeOwner, { ...invalid, ...proof, code: '123456' }),
    ).rejects.toMatchObject({ code: 'code_invalid' })
    await factor(null)
    const { owners } = await stays.api(contract.getOwnership, { school_id: school.school_id })
    expect(owners).toMatchObject([{ id: stays.id, is_you: true }])
  }
})

test('deletes offers a month after they ended', async () => {
  const fixture = await createOwnedSchool()
  await offer(fixture, 'nobody@people.test')
  const db = await getTestDatabase()
  const { school_id } = fixture.school
  const left = () =>
    db.selectFrom('ownership_offers').where('school_id', '=', school_id).select('id').execute()
  const sweep = async () => runJob(await getTestPlatform(), sweepOffers, {})
  await aWeekLater(fixture.school)
  await sweep()
  expect(await left()).toHaveLength(1)
  await db
    .updateTable('ownership_offers')
    .set({ expires_at: new Date(Date.now() - 31 * 86_400_000) })
    .where('school_id', '=', school_id)
    .execute()
  await sweep()
  expect(await left()).toEqual([])
})
