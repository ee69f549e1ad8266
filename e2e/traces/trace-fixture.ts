import { silentLog } from '#platform/telemetry/log.ts'
import { contextFor } from '#tenancy/context/context-for.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { systemActor } from '#tenancy/access/actor.ts'
import { json } from '#platform/database/database.server.ts'
import { themeCss } from '#lib/theme/index.ts'
import { newId } from '#platform/security/tokens.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'
import { loginAccount } from '#accounts/contract.ts'
import { createSchool } from '#schools/contract.ts'
import { createContentBuilders } from '#testing/builders/course-builder.ts'
import { createTestClient, createTestUser } from '#testing/builders/test-client.ts'
import type { Product } from '../harness/product.ts'

const theme = {
  primary: '#7a2f6b',
  accent: '#1f6f78',
  background: '#fcf9fb',
  surface: '#ffffff',
  text: '#2a1626',
}

/** A reseller with an active root in this product. */
export async function addReseller({ app }: Product, root_domain: string) {
  const { databases, hosts } = app.services
  await databases.db
    .insertInto('resellers')
    .values({
      id: newId(),
      name: 'Baraza Campus',
      root_domain,
      theme: json(theme),
      theme_css: themeCss(theme),
      mail_sender_name: 'Baraza Post',
      mail_sender_address: `post@${root_domain}`,
      support_email: `help@${root_domain}`,
      terms_url: `https://${root_domain}/terms`,
      privacy_url: `https://${root_domain}/privacy`,
      verification_record: 'school-verification=test',
      mail_verification_record: 'school-verification=test-mail',
      is_mail_verified: true,
      domain_state: 'active',
      is_serving: true,
    })
    .execute()
  hosts.evict()
  await hosts.resolve(root_domain)
}

export type TraceFixture = Awaited<ReturnType<typeof createTraceFixture>>

/** A school created at a root, with people, a course, and access to its transactions. */
export async function createTraceFixture({ app }: Product, { root, label }: { root: string; label: string }) {
  const atRoot = createTestClient(app, root, null)
  const owner = { name: 'Amina Okello', email: `${label}@people.test`, password: 'a long enough phrase 7' }
  const opened = await atRoot.api(createSchool, {
    name: 'Nakasero Trades',
    school_url: label,
    currency_code: 'UGX',
    country: 'UG',
    time_zone: 'Africa/Kampala',
    language: 'en',
    owner,
  })
  const { school_id } = opened.school
  const school = { school_id, host: new URL(opened.url).hostname }
  // An owner with an unverified address mails nobody else.
  await app.services.databases.db
    .updateTable('accounts')
    .set({ email_confirmed_at: new Date() })
    .where('email', '=', owner.email)
    .execute()
  const { user_token } = await atRoot.api(loginAccount, { email: owner.email, password: owner.password })
  const people = {
    admin: await createTestUser(app, school, { role: 'admin' }),
    teacher: await createTestUser(app, school, { role: 'teacher' }),
    student: await createTestUser(app, school, { role: 'student' }),
    /** A student who asks to join the course. */
    applicant: await createTestUser(app, school, { role: 'student' }),
  }
  const build = createContentBuilders(app, school)
  const course = await build.course({ course_teacher_id: people.teacher.id, created_by: people.teacher.id })
  const content = await build.content({ course_id: course.id })
  await build.enrol(people.student, course)
  const { services } = app

  /** Runs like a job of the school. */
  async function inTransaction<T>(work: (ctx: Ctx) => Promise<T>) {
    const found = await services.hosts.byId(school_id)
    const context = contextFor(services, {
      school: found!,
      actor: systemActor,
      source: { request_id: 'traces', request_source: 'test', locale: 'en', log: silentLog },
    })
    return runTransaction(context, { onSchoolInvalidated: () => {} }, work)
  }

  return {
    app,
    root,
    ...school,
    owner,
    people,
    course,
    content,
    transact: inTransaction,
    account: createTestClient(app, root, user_token),
    visitor: (host = school.host) => createTestClient(app, host, null),
  }
}
