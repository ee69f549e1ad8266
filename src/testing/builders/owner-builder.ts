import { platformBrand } from '#tenancy/hosts/brand.ts'
import { contextFor } from '#tenancy/context/context-for.ts'
import { systemActor } from '#tenancy/access/actor.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'
import { addOwner } from '#accounts/index.ts'
import { enterSchool, loginAdmin } from '#accounts/contract.ts'
import {
  createTestAccount,
  createTestSchool,
  getTestApp,
  testSource,
  type TestSchool,
} from './school-builder.ts'

export type TestAccount = Awaited<ReturnType<typeof createTestAccount>>

/** A school with an owner's account and session. */
export async function createOwnedSchool(given: Parameters<typeof createTestSchool>[0] = {}) {
  const account = await createTestAccount()
  const school = await createTestSchool(given)
  const owner = await school.transact((ctx) => addOwner(ctx, account.id))
  return { account, school, owner }
}

/** Another owner of the same school. */
export async function createCoOwner(school: TestSchool) {
  const account = await createTestAccount()
  const owner = await school.transact((ctx) => addOwner(ctx, account.id))
  return { account, owner }
}

/** Headers of a session in the school that the account entered. */
export async function enterSchoolAs(school: TestSchool, account: TestAccount) {
  const { code } = await account.api(enterSchool, { school_id: school.school_id })
  const { user_token } = await school.visitor().api(loginAdmin, { token: code, login_with: 'handoff' })
  return { 'x-access-token': user_token }
}

/** Mails of the school, oldest first. */
export const listMailsOf = (school: Pick<TestSchool, 'transact'>) =>
  school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .orderBy('created_at')
      .orderBy('id')
      .select(['kind', 'recipient', 'subject', 'text'])
      .execute(),
  )

/** The token of the newest mailed link to an address. */
export async function readMailedToken(school: TestSchool, recipient: string) {
  const mails = (await listMailsOf(school)).filter((mail) => mail.recipient === recipient)
  const token = /[?&]token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1]
  if (!token) throw new Error(`No link was mailed to ${recipient}`)
  return token
}

export const listAuditActions = async (school: TestSchool) => {
  const rows = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('audit_log')
      .where('school_id', '=', school_id)
      .orderBy('created_at')
      .orderBy('id')
      .select('action')
      .execute(),
  )
  return rows.map(({ action }) => action)
}

export const getTestDatabase = async () => (await getTestApp()).services.databases.db

/** Jobs of the platform run in its own transactions. */
export async function getTestPlatform(): Promise<Pick<TestSchool, 'transact'>> {
  const { services } = await getTestApp()
  const { config, onSchoolInvalidated } = services
  const requestContext = contextFor(services, {
    school: { school_id: PLATFORM_ID, brand: platformBrand(config) },
    actor: systemActor,
    source: testSource(),
  })
  return { transact: (work) => runTransaction(requestContext, { onSchoolInvalidated }, work) }
}

const dayMs = 86_400_000

/** Simulates that days pass: moves the stored dates, because the database has its own clock. */
export const advanceDays = async (school: TestSchool, days: number) => {
  const db = await getTestDatabase()
  const row = await db
    .selectFrom('school_closings')
    .where('school_id', '=', school.school_id)
    .selectAll()
    .executeTakeFirstOrThrow()
  const moved = (at: Date) => new Date(at.getTime() - days * dayMs)
  await db
    .updateTable('school_closings')
    .set({ erase_at: moved(row.erase_at), started_at: moved(row.started_at) })
    .where('school_id', '=', school.school_id)
    .execute()
}
