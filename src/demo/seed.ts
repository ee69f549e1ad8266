import { addToSchoolDirectory } from '#accounts/index.ts'
import { incrementOutlineVersion } from '#courses/index.ts'
import { createHosts } from '#tenancy/hosts/hosts.ts'
import { silentLog } from '#platform/telemetry/log.ts'
import { platformBrand } from '#tenancy/hosts/brand.ts'
import { updatePreviewImage } from '#schools/index.ts'
import type { Config } from '#platform/config/config.ts'
import { contextFor } from '#tenancy/context/context-for.ts'
import { readSchool } from '#tenancy/hosts/load-school.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { systemActor } from '#tenancy/access/actor.ts'
import { json, type Database } from '#platform/database/database.server.ts'
import { hashPassword } from '#platform/security/passwords.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'
import { themeCss } from '#lib/theme/index.ts'
import { scheduleIndexing } from '#content-chunks/index.ts'
import { publicMediaUrl } from '#uploads/index.ts'
import { addressSkeleton } from '#schools/creation/address.ts'
import { sanitizeRichText } from '#platform/security/sanitize-rich-text.ts'
import { reactions } from '#reactions.ts'
import { captionRows } from './captions.ts'
import { categoryId, courseRows } from './rows/course-rows.ts'
import { insertFaculties } from './rows/faculty-rows.ts'
import { flagRows } from './rows/flag-rows.ts'
import { generateHistory, type DemoEnrolment } from './history.ts'
import { writeHistory } from './write-history.ts'
import { demoOrders } from './orders.ts'
import { planOrders } from './plan-sales/plan-orders.ts'
import { payAtSandbox, sandboxPayments, type SandboxIds } from './pay-at-sandbox.ts'
import { writeOrders } from './write-orders.ts'
import { demoId } from './ids.ts'
import { importDemoMedia } from './import-demo-media.ts'
import { demoAcceptedVersions, legalRows, demoLegalVersions } from './legal-rows.ts'
import { markdownToLessonHtml } from './markdown-to-lesson-html.ts'
import { demoLogins, demoPassword, type DemoLogin } from './logins.ts'
import { noteRows } from './rows/note-rows.ts'
import { accountId, demoEmail, demoUsers, peopleRows } from './rows/people-rows.ts'
import { questionRows } from './rows/question-rows.ts'
import { demoSchools } from './schools.ts'
import type { DemoSchool } from './types.ts'

export interface SeedOptions {
  config: Config
  /** Connection with the application's role. */
  db: Database
  storage: Storage
  now?: Date
}

/**
 * Creates the missing demo schools, each in one transaction, and returns the logins of all. Existing schools stay
 * unchanged.
 */
export async function seedDemo({ config, db, storage, now = new Date() }: SeedOptions): Promise<DemoLogin[]> {
  const password_hash = await hashPassword(demoPassword)
  for (const school of demoSchools) {
    const hosts = createHosts(config, db)
    const services = { config, databases: { db }, hosts, storage, reactions, log: silentLog }
    const requestContext = contextFor(services, {
      school: { school_id: demoId(school.school_url), brand: platformBrand(config) },
      actor: systemActor,
      source: { request_id: 'demo', request_source: 'demo', locale: school.language, now },
    })
    // Before the transaction, because it calls the sandbox.
    const history = generateHistory(school, now)
    const orders = demoOrders(school, history)
    const plan_orders = planOrders(school, now)
    const isNew = !(await db
      .selectFrom('school_directory')
      .where('school_url', '=', school.school_url)
      .select('school_id')
      .executeTakeFirst())
    const sandbox = isNew
      ? await payAtSandbox(config, school, sandboxPayments(school, { orders, plan_orders }))
      : new Map<string, SandboxIds>()
    await runTransaction(requestContext, { onSchoolInvalidated: () => {} }, async (ctx) => {
      const media = await writeSchool(ctx, school, { password_hash, history })
      if (!media) return
      // Invoices show the name of the school, and the dates in its time zone.
      const brands = new Map([['', platformBrand(config)]])
      const loaded = await readSchool(ctx.tx, ctx.school_id, brands)
      await writeOrders({ ...ctx, school: loaded }, school, { orders, plan_orders, sandbox, history, media })
    })
  }
  return demoLogins(config)
}

async function writeSchool(
  ctx: Ctx,
  school: DemoSchool,
  { password_hash, history }: { password_hash: string; history: DemoEnrolment[] },
) {
  if (!(await takeAddress(ctx, school))) return null
  await writeFlags(ctx)
  const media = await importDemoMedia(ctx, school)
  await writeProfile(ctx, school, media)
  await writeOwner(ctx, school, password_hash)
  await writeUsers(ctx, school, { media, history, password_hash })
  await writeLegal(ctx, school)
  await insertFaculties(ctx, school, daysBefore(ctx.now, 690))
  await writeCourses(ctx, school, media)
  await updatePreviewImage(ctx)
  await writeHistory(ctx, school, history)
  await writeQuestions(ctx, school)
  const notes = noteRows({ school, school_id: ctx.school_id, now: ctx.now })
  if (notes.length > 0) await ctx.tx.insertInto('notes').values(notes).execute()
  await ctx.audit('school.created', ['school', ctx.school_id], {
    name: school.name,
    school_url: school.school_url,
  })
  ctx.invalidateSchool()
  return media
}

/** The second of two concurrent seedings waits here, and then finds the address taken. */
async function takeAddress({ tx, school_id, now }: Ctx, { school_url }: DemoSchool) {
  const taken = await tx
    .selectFrom('school_directory')
    .where('school_url', '=', school_url)
    .select('school_id')
    .executeTakeFirst()
  if (taken) return false
  const host = await tx
    .insertInto('school_hosts')
    .values({ host: school_url, school_id, created_at: now })
    .onConflict((oc) => oc.column('host').doNothing())
    .returning('host')
    .executeTakeFirst()
  return host !== undefined
}

/** Flags that the console changed stay as they are. */
const writeFlags = ({ tx, now }: Ctx) =>
  tx
    .insertInto('feature_flags')
    .values(flagRows(now))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)

const shownFacts = (school: DemoSchool) => ({
  payment_instructions: school.payment_instructions ?? '',
  shows_streak: school.shows_streak ?? false,
  founded_year: school.founded_year ?? null,
  shows_student_count: school.shows_student_count ?? false,
})

async function writeProfile(
  { tx, school_id, now }: Ctx,
  school: DemoSchool,
  media: ReadonlyMap<string, string>,
) {
  const { school_url, name, tagline, country, plan_name, theme } = school
  const created_at = daysBefore(now, 700)
  const logo_upload_id = media.get(school.logo)!
  const listed = { school_id, school_url, name, tagline, country, plan_name, created_at }
  const logo_url = publicMediaUrl(logo_upload_id)
  await tx
    .insertInto('school_directory')
    .values({ ...listed, address_skeleton: addressSkeleton(school_url), logo_url })
    .execute()
  await tx
    .insertInto('schools')
    .values({
      ...listed,
      about: sanitizeRichText(markdownToLessonHtml(school.about)),
      contact_email: school.contact_email,
      logo_upload_id,
      cover_upload_id: media.get(school.cover)!,
      theme: json({ ...theme }),
      theme_css: themeCss(theme, school.font_pair),
      ...(school.font_pair && { font_pair: school.font_pair }),
      ...(school.home_layout && { home_layout: school.home_layout }),
      ...shownFacts(school),
      home_questions: json(school.home_questions ?? []),
      currency_code: school.currency_code,
      time_zone: school.time_zone,
      language: school.language,
      school_no: school.school_no,
      allow_manual_student_approval: school.allow_manual_student_approval,
      ...demoLegalVersions,
      updated_at: created_at,
    })
    .execute()
}

interface People {
  media: ReadonlyMap<string, string>
  history: DemoEnrolment[]
  password_hash: string
}

async function writeOwner({ tx, school_id, now }: Ctx, school: DemoSchool, password_hash: string) {
  const { name, country } = school.owner
  const created_at = daysBefore(now, 701)
  const id = accountId(school)
  await tx
    .insertInto('accounts')
    .values({
      id,
      email: demoEmail(school, school.owner),
      name,
      country,
      password_hash,
      email_confirmed_at: created_at,
      email_verified_at: created_at,
      created_at,
      updated_at: created_at,
    })
    .execute()
  await tx.insertInto('account_schools').values({ account_id: id, school_id, created_at }).execute()
}

async function writeUsers(
  { tx, school_id, now }: Ctx,
  school: DemoSchool,
  { media, history, password_hash }: People,
) {
  const attendancesByLogin = Map.groupBy(history, (attendance) => attendance.student.login)
  const times = (login: string, of: (attendance: DemoEnrolment) => Date | null) =>
    (attendancesByLogin.get(login) ?? []).flatMap((attendance) => of(attendance)?.getTime() ?? [])
  const sales = planOrders(school, now)
  const firstAction = (login: string) => {
    const bought = sales.filter(({ buyer }) => buyer.login === login).map((one) => one.created_at.getTime())
    const first = Math.min(now.getTime(), ...bought, ...times(login, (one) => one.created_at))
    // Affiliates join before their first click.
    const isAffiliate = school.shop?.affiliate.login === login
    return isAffiliate ? daysBefore(now, school.shop!.affiliate.days_ago + 5) : new Date(first)
  }
  const rows = peopleRows(school, {
    school_id,
    password_hash,
    pictures: media,
    // People are created before their first action.
    created_at: (login, role) =>
      role === 'student' ? daysBefore(firstAction(login), 0.02) : daysBefore(now, 690),
    last_seen_at(login, role) {
      if (role !== 'student') return daysBefore(now, 0.2)
      const openedTimes = times(login, (one) => one.last_opened_at ?? one.created_at)
      return openedTimes.length ? new Date(Math.max(...openedTimes)) : null
    },
  })
  await tx
    .insertInto('users')
    .values(rows.map((row) => ({ ...row, ...demoAcceptedVersions, email_verified_at: daysBefore(now, 701) })))
    .execute()
  await addToSchoolDirectory(
    { tx, school_id },
    demoUsers(school).map(({ person }) => demoEmail(school, person)),
  )
}

async function writeCourses(ctx: Ctx, school: DemoSchool, media: ReadonlyMap<string, string>) {
  const { tx, school_id, now } = ctx
  const categories = school.categories.map(({ name, slug }, position) => ({
    school_id,
    id: categoryId(school, slug),
    name,
    slug,
    position,
    created_at: daysBefore(now, 690),
  }))
  await tx.insertInto('categories').values(categories).execute()
  const rows = school.courses.map((course, position) =>
    courseRows({ school, school_id, media, now }, course, position),
  )
  await tx
    .insertInto('courses')
    .values(rows.map((row) => row.course))
    .execute()
  await tx
    .insertInto('lessons')
    .values(rows.flatMap((row) => row.lessons))
    .execute()
  await tx
    .insertInto('contents')
    .values(rows.flatMap((row) => row.contents))
    .execute()
  const captions = captionRows({ school, school_id, media, now })
  if (captions.length > 0) await tx.insertInto('content_captions').values(captions).execute()
  for (const { course } of rows) {
    await incrementOutlineVersion(ctx, course.id)
    await scheduleIndexing(ctx, course.id)
  }
}

async function writeLegal({ tx, school_id, now }: Ctx, school: DemoSchool) {
  const { versions, acceptances } = legalRows({ school, school_id, now })
  await tx.insertInto('legal_versions').values(versions).execute()
  await tx.insertInto('legal_acceptances').values(acceptances).execute()
}

async function writeQuestions({ tx, school_id, now }: Ctx, school: DemoSchool) {
  const { questions, corrections } = questionRows({ school, school_id, now })
  if (questions.length > 0) await tx.insertInto('assistant_questions').values(questions).execute()
  if (corrections.length > 0) await tx.insertInto('assistant_corrections').values(corrections).execute()
}
