import { expect, test } from 'vitest'
import { listMySchools, readInvitation } from '#accounts/contract.ts'
import { addOwner } from '#accounts/index.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { newId } from '#platform/security/tokens.ts'
import {
  createOwnedSchool,
  listMailsOf,
  getTestDatabase,
  getTestPlatform,
} from '#testing/builders/owner-builder.ts'
import {
  createTestAccount,
  createTestSchool,
  createTestVisitor,
  testPassword,
} from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'

const proof = { password: testPassword }

async function threeSchools() {
  const { account, school } = await createOwnedSchool()
  const second = await createTestSchool()
  await second.transact((ctx) => addOwner(ctx, account.id))
  return { account, schools: [school, second], foreign: await createTestSchool() }
}

const mailsTo = async (recipient: string) =>
  (await getTestPlatform()).transact(({ tx }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', PLATFORM_ID)
      .where('recipient', '=', recipient)
      .orderBy('id')
      .select(['kind', 'text'])
      .execute(),
  )

test('invites a person as admin to several schools, each with its own link', async () => {
  const { account, schools, foreign } = await threeSchools()
  const email = `new-${newId().slice(-12)}@people.test`
  await schools[1]!.admin({ email })
  const school_ids = [...schools, foreign].map(({ school_id }) => school_id)
  const given = { email, role: 'admin' as const, school_ids, ...proof }
  await expect((await createTestVisitor()).api(contract.inviteToSchools, given)).rejects.toMatchObject({
    status: 401,
  })
  await expect(
    account.api(contract.inviteToSchools, { ...given, password: 'not the one' }),
  ).rejects.toMatchObject({ code: 'current_password_invalid' })
  const factor = async (totp_confirmed_at: Date | null) =>
    (await getTestDatabase())
      .updateTable('accounts')
      .set({ totp_confirmed_at })
      .where('id', '=', account.id)
      .execute()
  await factor(new Date())
  await expect(account.api(contract.inviteToSchools, given)).rejects.toMatchObject({
    code: 'second_factor_required',
  })
  await expect(account.api(contract.inviteToSchools, { ...given, code: '123456' })).rejects.toMatchObject({
    code: 'code_invalid',
  })
  await factor(null)
  const { data } = await account.api(contract.inviteToSchools, given)
  expect(data.map(({ outcome }) => outcome)).toEqual(['invited', 'already_here', 'not_possible'])
  const [mail] = (await listMailsOf(schools[0]!)).filter(({ recipient }) => recipient === email)
  const register_token = /register_token=([\w-]+)/.exec(mail!.text)![1]!
  expect(await schools[0]!.visitor().api(readInvitation, { register_token })).toMatchObject({
    role: 'admin',
    email,
  })
})

test('invites a person to own several schools by one mail; only the newest link works', async () => {
  const { account, schools } = await threeSchools()
  const to = await createTestAccount()
  const school_ids = schools.map(({ school_id }) => school_id)
  const ask = () =>
    account.api(contract.inviteToSchools, { email: to.email, role: 'owner', school_ids, ...proof })
  await ask()
  await ask()
  const mails = await mailsTo(to.email)
  expect(mails.map(({ kind }) => kind)).toEqual(['ownership_offer', 'ownership_offer'])
  const [first, token] = mails.map(({ text }) => /token=([\w-]+)/.exec(text)![1]!)
  await expect(to.api(contract.acceptOffer, { token: first! })).rejects.toMatchObject({
    code: 'offer_invalid',
  })
  const { schools: offered } = await to.api(contract.getOffer, { token: token! })
  expect(offered.map(({ school_id }) => school_id).toSorted()).toEqual(school_ids.toSorted())
  await to.api(contract.acceptOffer, { token: token! })
  expect((await to.api(listMySchools, {})).data).toHaveLength(2)
  expect((await account.api(listMySchools, {})).data).toHaveLength(2)
  expect((await ask()).data.map(({ outcome }) => outcome)).toEqual(['already_here', 'already_here'])
})
