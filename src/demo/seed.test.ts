import { htmlToText, sanitizeRichText } from '#platform/security/sanitize-rich-text.ts'
import { mkdtempSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as accounts from '#accounts/contract.ts'
import { createApp, type App } from '#app.ts'
import * as affiliates from '#affiliates/contract.ts'
import * as coupons from '#coupons/contract.ts'
import * as plans from '#payment-plans/contract.ts'
import * as payments from '#payments/contract.ts'
import { listSubscriptions } from '#subscriptions/contract.ts'
import * as courses from '#courses/contract.ts'
import * as learning from '#learning/contract.ts'
import { embedUrl } from '#lib/embeds/index.ts'
import { checkPalette, contrast, parseColor } from '#lib/theme/index.ts'
import { loadConfig } from '#config.ts'
import { withSchoolTx } from '#tenancy/database/school-tx.ts'
import { featureFlags } from '#tenancy/feature-flags/feature-flag-names.ts'
import { cloneTemplate, testSecret } from '#testing/harness/databases.ts'
import { createTestClient } from '#testing/builders/test-client.ts'
import { readCourseTexts } from './course-texts.ts'
import { generateHistory } from './history.ts'
import { demoId } from './ids.ts'
import { seedDemo, type DemoLogin } from './index.ts'
import { markdownToLessonHtml } from './markdown-to-lesson-html.ts'
import { demoSchools } from './schools.ts'

const now = new Date()
const tables = [
  'users',
  'uploads',
  'categories',
  'faculties',
  'departments',
  'faculty_members',
  'courses',
  'lessons',
  'contents',
  'enrolments',
  'enrolment_events',
  'content_progress',
  'notifications',
] as const

// A separate database: other tests must not find the demo schools in theirs.
let app: App
let logins: DemoLogin[]
let secondsOfWork: number

const seed = () =>
  seedDemo({
    config: app.services.config,
    db: app.services.databases.db,
    storage: app.services.storage,
    now,
  })

beforeAll(async () => {
  const database = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), 'demo')
  const config = loadConfig({
    NODE_ENV: 'test',
    ROOT_DOMAIN: 'lyceum.test',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'lyceum-demo-')),
    APP_SECRET: testSecret,
  })
  app = await createApp({
    config,
    databaseUrl: database.appUrl,
    logger: pino({ level: 'silent' }),
    pages: 'none',
  })
  const before = process.cpuUsage()
  logins = await seed()
  const { user, system } = process.cpuUsage(before)
  secondsOfWork = (user + system) / 1_000_000
})

afterAll(async () => {
  await app.close()
})

const ctx = <T>(school_url: string, work: Parameters<typeof withSchoolTx<T>>[2]) =>
  withSchoolTx(app.services.databases.db, demoId(school_url), work)

test('has captions for every video in its language, and a student with valid notes', async () => {
  const videos = await Promise.all(
    ['codecraft', 'parole', 'meridian'].map((school_url) =>
      ctx(school_url, (tx) =>
        tx
          .selectFrom('contents as c')
          .leftJoin('content_captions as k', (on) =>
            on.onRef('k.school_id', '=', 'c.school_id').onRef('k.content_id', '=', 'c.id'),
          )
          .where('c.school_id', '=', demoId(school_url))
          .where('c.type', '=', 'video')
          .select(['c.title', 'k.language', 'k.cues_count'])
          .execute(),
      ),
    ),
  )
  expect(videos.flat().filter(({ cues_count }) => !cues_count)).toEqual([])
  expect(videos[1]!.map(({ language }) => language)).toEqual(['fr', 'fr'])
  const notes = await ctx('codecraft', (tx) =>
    tx
      .selectFrom('notes as n')
      .innerJoin('contents as c', (on) =>
        on.onRef('c.school_id', '=', 'n.school_id').onRef('c.id', '=', 'n.content_id'),
      )
      .where('n.school_id', '=', demoId('codecraft'))
      .orderBy('n.created_at')
      .select(['n.quote', 'n.quote_start', 'n.at_seconds', 'c.body', 'c.type'])
      .execute(),
  )
  expect(notes.map(({ type, at_seconds }) => [type, at_seconds])).toEqual([
    ['video', 10],
    ['text', null],
    ['text', null],
  ])
  const { quote, quote_start, body } = notes[2]!
  expect(htmlToText(body).indexOf(quote!)).toBe(quote_start)
})

test('shows a teacher questions of each kind about contents of the course', async () => {
  const rows = await ctx('codecraft', (tx) =>
    tx
      .selectFrom('assistant_questions as q')
      .leftJoin('assistant_corrections as k', (on) =>
        on.onRef('k.school_id', '=', 'q.school_id').onRef('k.id', '=', 'q.id'),
      )
      .where('q.school_id', '=', demoId('codecraft'))
      .orderBy('q.created_at')
      .select(['q.state', 'q.citations', 'k.answer'])
      .execute(),
  )
  expect(rows.map(({ state, answer }) => [state, answer !== null])).toEqual([
    ['corrected', true],
    ['answered', false],
    ['unanswered', false],
  ])
  const [cited] = rows[1]!.citations as { content_id: string; quote: string; lesson_title: string }[]
  const content = await ctx('codecraft', (tx) =>
    tx
      .selectFrom('contents as c')
      .innerJoin('lessons as l', (on) =>
        on.onRef('l.school_id', '=', 'c.school_id').onRef('l.id', '=', 'c.lesson_id'),
      )
      .where('c.school_id', '=', demoId('codecraft'))
      .where('c.id', '=', cited!.content_id)
      .select(['c.body', 'l.title'])
      .executeTakeFirstOrThrow(),
  )
  expect(htmlToText(content.body)).toContain(cited!.quote)
  expect(content.title).toBe(cited!.lesson_title)
})

const countsOf = (school_url: string) =>
  ctx(school_url, async (tx) => {
    const counts: Record<string, number> = {}
    for (const table of tables) {
      const row = await sql<{ rows: number }>`
        select count(*)::int as rows from ${sql.table(table)} where school_id = ${demoId(school_url)}`.execute(
        tx,
      )
      counts[table] = row.rows[0]!.rows
    }
    return counts
  })

const loginRoles = {
  account_user: accounts.loginAdmin,
  admin: accounts.loginAdmin,
  teacher: accounts.loginTeacher,
  student: accounts.loginStudent,
}

/** Logs in at the school's host and returns the person. */
async function enter({ school_url, role, email: user_code, password }: DemoLogin) {
  const host = `${school_url}.lyceum.test`
  const { user, user_token } = await createTestClient(app, host, null).api(loginRoles[role], {
    user_code,
    password,
  })
  return { ...createTestClient(app, host, user_token), user }
}

// Measures CPU time rather than wall time, since other tests may keep the machine busy.
test('takes less than eight seconds', () => {
  expect(secondsOfWork).toBeLessThan(8)
})

describe.each(demoSchools)('$school_url', (school) => {
  const contents = school.courses.flatMap((course) => course.lessons.flatMap((lesson) => lesson.contents))

  test('contains all people and courses', async () => {
    const history = generateHistory(school, now)
    expect(await countsOf(school.school_url)).toMatchObject({
      users: 1 + school.admins.length + school.teachers.length + school.students.length,
      categories: school.categories.length,
      faculties: school.faculties?.length ?? 0,
      courses: school.courses.length,
      contents: contents.length,
      enrolments: history.length,
      content_progress: history.flatMap((attendance) => attendance.progress).length,
    })
  })

  test('has orders in each state, and a ledger that equals them', async () => {
    const orders = await ctx(school.school_url, (tx) =>
      tx
        .selectFrom('orders')
        .where('school_id', '=', demoId(school.school_url))
        .select(['status', 'attention', 'paid_amount', 'refunded_amount'])
        .execute(),
    )
    expect([...new Set(orders.map(({ status }) => status))].toSorted()).toEqual(
      ['awaiting_payment', 'canceled', 'paid', 'partially_refunded', 'refunded'].toSorted(),
    )
    const attention = school.shop
      ? ['dispute_open', 'student_declined', 'transfer_submitted']
      : ['student_declined']
    expect(orders.flatMap((order) => order.attention).toSorted()).toEqual(attention)
    const journals = await ctx(school.school_url, (tx) =>
      tx
        .selectFrom('ledger_journals')
        .where('school_id', '=', demoId(school.school_url))
        .select(['accounts', 'amounts'])
        .execute(),
    )
    const sums = journals
      .flatMap(({ accounts, amounts }) =>
        accounts.map((account, at) => [account, Number(amounts[at])] as const),
      )
      .reduce(
        (all, [account, amount]) => all.set(account, (all.get(account) ?? 0) + amount),
        new Map<string, number>(),
      )
    expect([...sums.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0)
    // What is neither the school's nor the providers' belongs to affiliates, the tax authority, or waits for a bank.
    const owed = ['school_payable', 'affiliate_payable', 'tax_payable', 'dispute_hold'].map(
      (account) => -(sums.get(account) ?? 0),
    )
    const total = owed.reduce((sum, amount) => sum + amount, 0)
    const received = orders.reduce((sum, one) => sum + one.paid_amount - one.refunded_amount, 0)
    expect(total).toBeGreaterThan(received * 0.9)
    expect(total).toBeLessThan(received)
  })

  test('has invoices and credit notes that name the school', async () => {
    const invoices = await ctx(school.school_url, (tx) =>
      tx
        .selectFrom('invoices')
        .where('school_id', '=', demoId(school.school_url))
        .select(['kind', 'document'])
        .execute(),
    )
    expect(new Set(invoices.map(({ kind }) => kind))).toEqual(new Set(['invoice', 'credit_note']))
    const seller = school.shop?.seller.seller_name ?? school.name
    for (const { document } of invoices)
      expect(document).toMatchObject({ seller: { name: seller }, time_zone: school.time_zone })
  })

  test('has coupons, of which the discounts of paid orders are uses', async () => {
    const owner = await enter(
      logins.find((one) => one.school_url === school.school_url && one.role === 'account_user')!,
    )
    const { data } = await owner.api(coupons.listCoupons, {})
    expect(data.map(({ code }) => code)).toEqual(school.coupons.map(({ code }) => code))
    const discounted = await ctx(school.school_url, (tx) =>
      tx
        .selectFrom('order_lines as l')
        .innerJoin('coupon_redemptions as r', (on) =>
          on.onRef('r.school_id', '=', 'l.school_id').onRef('r.order_id', '=', 'l.order_id'),
        )
        .where('l.school_id', '=', demoId(school.school_url))
        .where('l.discount', '>', 0)
        .whereRef('l.discount', '=', 'r.discount')
        .where('r.state', '=', 'used')
        .select('r.coupon_id')
        .execute(),
    )
    const uses = Map.groupBy(discounted, ({ coupon_id }) => coupon_id)
    expect(data.map(({ used_count }) => used_count)).toEqual(data.map(({ id }) => uses.get(id)?.length ?? 0))
    expect(data.map(({ used_count }) => used_count)).toEqual(school.coupons.map(({ uses }) => uses ?? 0))
  })

  test('sells a bundle, a plan in instalments and a subscription', async () => {
    const owner = await enter(
      logins.find((one) => one.school_url === school.school_url && one.role === 'account_user')!,
    )
    const { data } = await owner.api(plans.listPaymentPlans, { id: demoId(school.school_url) })
    expect(data.map(({ kind }) => kind)).toEqual(['one_time', 'instalments', 'subscription'])
    expect(data.map(({ courses }) => courses.length)).toEqual(
      school.plans.map(({ courses }) => courses.length),
    )
  })

  test('is not changed by a second seeding', async () => {
    const before = await countsOf(school.school_url)
    await seed()
    expect(await countsOf(school.school_url)).toEqual(before)
  })

  test('is the same at every seeding', () => {
    expect(generateHistory(school, now)).toEqual(generateHistory(school, now))
  })

  test('contains no action before a person joined or in the future', () => {
    for (const { created_at, approved_at, ended_at, progress } of generateHistory(school, now)) {
      const times = [created_at, approved_at, ...progress.flatMap((one) => [one.opened_at, one.completed_at])]
      const inOrder = [...times, ended_at, now].filter((time) => time !== null).map(Number)
      expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
    }
  })

  test('has colours that pass the contrast rules', () => {
    expect(checkPalette(school.theme)).toEqual({ ok: true, palette: school.theme })
    expect(contrast(parseColor(school.theme.primary)!, parseColor('#ffffff')!)).toBeGreaterThanOrEqual(4.5)
  })

  test('has complete texts that the sanitiser leaves unchanged', () => {
    for (const course of school.courses) {
      const texts = readCourseTexts(school, course)
      const titles = course.lessons.flatMap((lesson) => lesson.contents.map((content) => content.title))
      for (const html of [texts.course_description, ...titles.map((title) => texts.bodyOf(title))])
        expect(sanitizeRichText(html)).toBe(html)
      expect(texts.tutor_description.length).toBeLessThanOrEqual(2_000)
    }
    const about = markdownToLessonHtml(school.about)
    expect(sanitizeRichText(about)).toBe(about)
  })

  test('uses embeds of supported providers only', () => {
    const urls = contents.flatMap((content) => ('embed_url' in content ? [content.embed_url] : []))
    expect(urls.map(embedUrl)).toEqual(urls)
  })

  test('lets a person of each role log in', async () => {
    const schoolLogins = logins.filter((login) => login.school_url === school.school_url)
    expect(schoolLogins.map((login) => login.role)).toEqual(['account_user', 'admin', 'teacher', 'student'])
    for (const login of schoolLogins)
      expect((await enter(login)).user).toMatchObject({ role: login.role, name: login.name })
  })

  test('has a student with an enrolment of each status and a half-watched video', async () => {
    const student = await enter(
      logins.find((one) => one.school_url === school.school_url && one.role === 'student')!,
    )
    const { data } = await student.api(learning.listMyCourses, {})
    expect(data.map((course) => course.status).toSorted()).toEqual([
      'approved',
      'approved',
      'expired',
      'pending',
    ])
    expect(data.some((course) => course.progress.percentage === 100 && course.completed_at)).toBe(true)

    const running = data.find((course) => course.status === 'approved' && course.progress.percentage < 100)!
    const { topic, access } = await student.api(courses.getCourseContents, { id: running.course_id })
    expect(access).toBe('learn')
    expect(topic).toMatchObject({ id: running.continue_at!.topic_id, type: 'video', completed_at: null })
    expect(topic!.position_seconds).toBeGreaterThan(5)
    const video = await student.request({ method: 'GET', url: topic!.media!.url })
    expect(video).toMatchObject({ status: 200, headers: { 'content-type': 'video/mp4' } })
  })

  test('has every feature flag that a feature reads', async () => {
    const { services } = app
    const { flags } = (await services.hosts.byId(demoId(school.school_url)))!
    expect(flags.toSorted()).toEqual(Object.keys(featureFlags).toSorted())
    expect(flags.length).toBeGreaterThanOrEqual(2)
  })

  test('shows listed courses only to visitors', async () => {
    const visitor = createTestClient(app, `${school.school_url}.lyceum.test`, null)
    const { data } = await visitor.api(courses.listPublicCourses, { school_id: demoId(school.school_url) })
    const listed = school.courses.filter((course) => !course.is_hidden && course.course_isPublic !== false)
    expect(data.map((course) => course.course_name).toSorted()).toEqual(
      listed.map((course) => course.course_name).toSorted(),
    )
    expect(data.every((course) => course.image_url)).toBe(true)
  })
})

test('shows coupons in each state', async () => {
  const owner = await enter(
    logins.find((one) => one.school_url === 'codecraft' && one.role === 'account_user')!,
  )
  const { data } = await owner.api(coupons.listCoupons, {})
  expect(data.map(({ state }) => state).toSorted()).toEqual([
    'active',
    'expired',
    'paused',
    'scheduled',
    'used_up',
  ])
})

test('shows every state of plans, transfers, disputes and commissions that staff handle', async () => {
  const owner = await enter(
    logins.find((one) => one.school_url === 'codecraft' && one.role === 'account_user')!,
  )
  const { data: subscriptions } = await owner.api(listSubscriptions, { limit: 100 })
  expect(new Set(subscriptions.map(({ status }) => status))).toEqual(
    new Set(['active', 'completed', 'canceled', 'past_due', 'trialing']),
  )
  const paymentOf = (status: string, pays_by: string) =>
    subscriptions.find((one) => one.status === status && one.pays_by === pays_by)
  expect(paymentOf('trialing', 'card')).toMatchObject({ card: { last4: '4081' } })
  expect(paymentOf('active', 'bank_transfer')).toMatchObject({ card: null, paid_count: 1 })
  const { data: transfers } = await owner.api(payments.listBankTransfers, {})
  expect(transfers.map(({ state }) => state).toSorted()).toEqual(['approved', 'declined', 'submitted'])
  const { data: disputes } = await owner.api(payments.listDisputes, {})
  expect(disputes).toMatchObject([{ state: 'open' }])
  const { data: list } = await owner.api(affiliates.listAffiliates, {})
  const { id, balances } = list[0]!
  const { data: commissions } = await owner.api(affiliates.listAffiliateCommissions, { id })
  expect(new Set(commissions.map(({ state }) => state))).toEqual(
    new Set(['pending', 'payable', 'frozen', 'paid']),
  )
  expect(commissions.some(({ kind }) => kind === 'clawback')).toBe(true)
  const { data: payouts } = await owner.api(affiliates.listAffiliatePayouts, { id })
  expect(payouts.map(({ amount }) => amount)).toEqual([balances[0]!.paid])
  const { rates } = await owner.api(payments.getTaxSettings, {})
  expect(rates).toHaveLength(2)
})

test('uses every media file for some school', async () => {
  const imported = await Promise.all(
    demoSchools.map(({ school_url }) =>
      ctx(school_url, (tx) =>
        tx
          .selectFrom('uploads')
          .where('school_id', '=', demoId(school_url))
          // A preview video is a second copy of a lesson's file.
          .where('purpose', '<>', 'course_ads_video')
          .select('file_name')
          .execute(),
      ),
    ),
  )
  const names = imported.flat().map((upload) => upload.file_name.replace(/\.\w+$/, ''))
  const files = (await readdir(new URL('./media/', import.meta.url))).filter(
    (file) => !file.endsWith('.json'),
  )
  expect(names.toSorted()).toEqual(files.map((file) => file.replace(/\.\w+$/, '')).toSorted())
})
