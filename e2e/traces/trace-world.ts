import { silentLog } from '#platform/telemetry/log.ts'
import { system, type Ctx, type Surroundings } from '#tenancy/context/request-context.ts'
import { json } from '#platform/database/database.server.ts'
import { themeCss } from '#lib/theme/index.ts'
import { newId } from '#platform/security/tokens.ts'
import { transact } from '#tenancy/http/school-transaction.ts'
import { loginAccount } from '#accounts/contract.ts'
import { createSchool } from '#schools/contract.ts'
import { contentBuilders } from '#testing/builders/course-builder.ts'
import { aCaller, aPerson } from '#testing/builders/people.ts'
import type { Product } from '../harness/product.ts'

const theme = {
  primary: '#7a2f6b',
  accent: '#1f6f78',
  background: '#fcf9fb',
  surface: '#ffffff',
  text: '#2a1626',
}

/** A reseller whose root answers in this product. */
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
      proof: 'school-verification=test',
      mail_proof: 'school-verification=test-mail',
      mail_proven: true,
      domain_state: 'active',
      answers: true,
    })
    .execute()
  hosts.forget()
  await hosts.resolve(root_domain)
}

export type TraceWorld = Awaited<ReturnType<typeof openWorld>>

/** A school that was opened at a root, with people, a course, and a way to act inside of it. */
export async function openWorld({ app }: Product, { root, label }: { root: string; label: string }) {
  const atRoot = aCaller(app, root, null)
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
  // Who has not confirmed the own address mails nobody else.
  await app.services.databases.db
    .updateTable('accounts')
    .set({ email_confirmed_at: new Date() })
    .where('email', '=', owner.email)
    .execute()
  const { user_token } = await atRoot.api(loginAccount, { email: owner.email, password: owner.password })
  const people = {
    admin: await aPerson(app, school, 'admin'),
    teacher: await aPerson(app, school, 'teacher'),
    student: await aPerson(app, school, 'student'),
  }
  const build = contentBuilders(app, school)
  const course = await build.course({ course_teacher_id: people.teacher.id, created_by: people.teacher.id })
  const content = await build.content({ course_id: course.id })
  await build.enrol(people.student, course)
  const { services } = app

  /** As a job of the school does. */
  async function inside<T>(work: (ctx: Ctx) => Promise<T>) {
    const found = await services.hosts.byId(school_id)
    const { config, databases, hosts, storage, reactions } = services
    const around: Surroundings = {
      config,
      db: databases.db,
      hosts,
      storage,
      reactions,
      school_id,
      school: found,
      brand: found!.brand,
      actor: system,
      now: new Date(),
      request_id: 'traces',
      locale: 'en',
      log: silentLog,
      address: '',
      user_agent: '',
      request_source: 'test',
    }
    return transact(around, { onSchoolChanged: () => {} }, work)
  }

  return {
    app,
    root,
    ...school,
    owner,
    people,
    course,
    content,
    inside,
    account: aCaller(app, root, user_token),
    visitor: (host = school.host) => aCaller(app, host, null),
  }
}
