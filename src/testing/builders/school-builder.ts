import type { App } from '#app.ts'
import { contextFor, type ContextSource } from '#tenancy/context/context-for.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { type PlatformRole, systemActor } from '#tenancy/access/actor.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { platformBrand } from '#tenancy/hosts/brand.ts'
import { withSchoolTx } from '#tenancy/database/school-tx.ts'
import { hashToken, newId, newToken } from '#platform/security/tokens.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'
import { createContentBuilders } from './course-builder.ts'
import { insertSchool, type TestSchoolDetails } from './schools/insert-school.ts'
import { rootDomain, getTestApp } from '../harness/harness.ts'
import {
  createTestClient,
  createTestUser,
  testPasswordHash,
  type TestClient,
  type TestUserDetails,
} from './test-client.ts'

export { totpCode, totpStepAt } from '#accounts/second-factor/totp.ts'
export { setClock, resetClock, rootDomain, getTestApp } from '../harness/harness.ts'
export { RefusedError, testPassword, type TestClient, type TestUser } from './test-client.ts'

/** A separate school for one test, on a paid plan; its builders create missing parents. */
export async function createTestSchool(given: TestSchoolDetails = {}) {
  const details = { plan_name: 'subscription', ...given }
  const app = await getTestApp()
  const school_id = newId()
  const school_url = details.school_url ?? `school-${school_id.slice(-12)}`
  const host = `${school_url}.${rootDomain}`
  const { db } = app.services.databases
  await withSchoolTx(db, school_id, (tx) => insertSchool(tx, { ...details, school_id, school_url }))
  const school = { school_id, school_url, host }
  return {
    ...school,
    app,
    visitor: () => createTestClient(app, host, null),
    student: (person?: TestUserDetails) => createTestUser(app, school, { role: 'student', ...person }),
    teacher: (person?: TestUserDetails) => createTestUser(app, school, { role: 'teacher', ...person }),
    admin: (person?: TestUserDetails) => createTestUser(app, school, { role: 'admin', ...person }),
    owner: async (person: TestUserDetails = {}) => {
      const account = await createTestAccount(person)
      await db.insertInto('account_schools').values({ account_id: account.id, school_id }).execute()
      return createTestUser(app, school, {
        role: 'account_user',
        ...person,
        email: account.email,
        account_id: account.id,
      })
    },
    /** Runs queries in this school's transaction, to arrange or to inspect. */
    transact: <T>(work: (ctx: Ctx) => Promise<T>) => runInSchool(app, school_id, work),
    ...createContentBuilders(app, school),
  }
}

export type TestSchool = Awaited<ReturnType<typeof createTestSchool>>

/** An owner's account with a session at the root host. */
export async function createTestAccount(person: TestUserDetails = {}) {
  const app = await getTestApp()
  const id = newId()
  const email = person.email ?? `owner-${id.slice(-12)}@people.test`
  const name = person.name ?? `Owner ${id.slice(-4)}`
  const { db } = app.services.databases
  await db
    .insertInto('accounts')
    .values({ id, email, name, password_hash: testPasswordHash, email_confirmed_at: new Date() })
    .execute()
  return { ...(await withSession(id)), id, name, email }
}

async function withSession(account_id: string, second_factor_at: Date | null = null) {
  const app = await getTestApp()
  const token = newToken()
  await app.services.databases.db
    .insertInto('account_sessions')
    .values({
      token_hash: hashToken(token),
      id: newId(),
      account_id,
      second_factor_at,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute()
  return { ...createTestClient(app, rootDomain, token), token }
}

/** A support account of SUPPORT_EMAILS with a verified address and a second factor. */
export async function createPlatformAccount(role: PlatformRole) {
  const { config, databases } = (await getTestApp()).services
  const { privilegedEmail, supportEmails } = config
  const email =
    role === 'privileged' ? privilegedEmail! : supportEmails.find((one) => one !== privilegedEmail)!
  const proofs = { email_verified_at: new Date(), totp_confirmed_at: new Date() }
  await databases.db
    .insertInto('accounts')
    .values({ id: newId(), email, name: `The ${role} account`, password_hash: testPasswordHash, ...proofs })
    .onConflict((oc) => oc.columns(['root_domain', 'email']).doUpdateSet(proofs))
    .execute()
  const account = await databases.db
    .selectFrom('accounts')
    .where('email', '=', email)
    .select(['id', 'name', 'email'])
    .executeTakeFirstOrThrow()
  return { ...(await withSession(account.id, new Date())), ...account }
}

/** A visitor at the root host or the given one. */
export async function createTestVisitor(host = rootDomain): Promise<TestClient> {
  return createTestClient(await getTestApp(), host, null)
}

/** Uses the real time, whatever the clock of the process. */
export const testSource = (): ContextSource => ({
  request_id: 'test',
  request_source: 'test',
  now: new Date(),
})

/** Runs queries in the transaction of any school, to arrange or to inspect. */
export async function runInSchool<T>(app: App, school_id: string, work: (ctx: Ctx) => Promise<T>) {
  const { services } = app
  const loaded = school_id === PLATFORM_ID ? null : await services.hosts.byId(school_id)
  const requestContext = contextFor(services, {
    school: loaded ?? { school_id, brand: platformBrand(services.config) },
    actor: systemActor,
    source: { ...testSource(), locale: 'en' },
  })
  return runTransaction(requestContext, { onSchoolInvalidated: app.services.onSchoolInvalidated }, work)
}
