import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addToSchoolDirectory } from '#accounts/index.ts'
import { createCourseFromDocument, parseDocument } from '#import-export/index.ts'
import { themeCss } from '#lib/theme/index.ts'
import { createHosts } from '#tenancy/hosts/hosts.ts'
import { contextFor } from '#tenancy/context/context-for.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { systemActor } from '#tenancy/access/actor.ts'
import { json } from '#platform/database/database.server.ts'
import { silentLog } from '#platform/telemetry/log.ts'
import { hashPassword } from '#platform/security/passwords.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'
import { reactions } from '#reactions.ts'
import { provisionSchool, updatePreviewImage } from '#schools/index.ts'
import { demoId } from './ids.ts'
import { demoPassword } from './logins.ts'
import { accountId, demoEmail, demoUsers, peopleRows, personId } from './rows/people-rows.ts'
import { demoReseller, demoResellerSchool, resellerRoot } from './reseller/reseller.ts'
import type { SeedOptions } from './seed.ts'

/** Creates a reseller with a root below ours and one school. Does nothing if one of the names is taken. */
export async function seedReseller({ config, db, storage, now = new Date() }: SeedOptions) {
  const taken = await db
    .selectFrom('school_hosts')
    .where('host', 'in', [demoReseller.label, demoResellerSchool.school_url])
    .select('host')
    .executeTakeFirst()
  if (taken) return
  const root_domain = resellerRoot(config)
  await db
    .insertInto('resellers')
    .values(resellerRow(root_domain, now))
    .onConflict((oc) => oc.doNothing())
    .execute()
  const password_hash = await hashPassword(demoPassword)
  const hosts = createHosts(config, db)
  const services = { config, databases: { db }, hosts, storage, reactions, log: silentLog }
  const { school_url, language } = demoResellerSchool
  const requestContext = contextFor(services, {
    school: { school_id: demoId(school_url), brand: await hosts.brand(root_domain) },
    actor: systemActor,
    source: { request_id: 'demo', request_source: 'demo', locale: language, now },
  })
  await runTransaction(requestContext, { onSchoolInvalidated: () => {} }, (ctx) =>
    writeSchool(ctx, password_hash),
  )
}

function resellerRow(root_domain: string, now: Date) {
  return {
    id: demoId('reseller', demoReseller.label),
    name: demoReseller.name,
    root_domain,
    theme: json({ ...demoReseller.theme }),
    theme_css: themeCss(demoReseller.theme),
    mail_sender_name: demoReseller.sender,
    mail_sender_address: `post@${root_domain}`,
    support_email: `help@${root_domain}`,
    verification_record: 'school-verification=demo',
    mail_verification_record: 'school-verification=demo',
    is_mail_verified: true,
    domain_state: 'active',
    is_serving: true,
    checked_at: now,
    created_at: now,
  }
}

async function writeSchool(ctx: Ctx, password_hash: string) {
  const { school_id } = ctx
  const { owner: _owner, admins: _admins, teachers, students: _students, ...school } = demoResellerSchool
  await provisionSchool(ctx, school)
  await writePeople(ctx, password_hash)
  for (const course of ['solar', 'tailoring'])
    await createCourseFromDocument(ctx, documentOf(course), {
      media: new Map(),
      keep_public: true,
      course_teacher_id: personId(demoResellerSchool, teachers[0]!.login),
    })
  await updatePreviewImage(ctx)
  const { name, school_url } = demoResellerSchool
  await ctx.audit('school.created', ['school', school_id], { name, school_url })
}

async function writePeople({ tx, school_id, now, brand }: Ctx, password_hash: string) {
  const { name, country } = demoResellerSchool.owner
  const account = {
    id: accountId(demoResellerSchool),
    root_domain: brand.key,
    email: demoEmail(demoResellerSchool, demoResellerSchool.owner),
    name,
    country,
  }
  await tx
    .insertInto('accounts')
    .values({ ...account, password_hash, email_confirmed_at: now, email_verified_at: now })
    .execute()
  await tx
    .insertInto('account_schools')
    .values({ account_id: account.id, school_id, created_at: now })
    .execute()
  const rows = peopleRows(demoResellerSchool, {
    school_id,
    password_hash,
    pictures: new Map(),
    created_at: () => now,
    last_seen_at: () => null,
  })
  await tx
    .insertInto('users')
    .values(rows.map((row) => ({ ...row, email_verified_at: now })))
    .execute()
  await addToSchoolDirectory(
    { tx, school_id },
    demoUsers(demoResellerSchool).map(({ person }) => demoEmail(demoResellerSchool, person)),
  )
}

function documentOf(course: string) {
  const file = join(import.meta.dirname, 'reseller', `${course}.json`)
  const { document, errors } = parseDocument(JSON.parse(readFileSync(file, 'utf8')))
  if (!document) throw new Error(`${file}: ${JSON.stringify(errors)}`)
  return document
}
