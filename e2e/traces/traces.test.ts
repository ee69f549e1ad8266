import { readdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { allRoutes } from '#app.ts'
import { resetAccountPassword } from '#accounts/contract.ts'
import { exportCourse, getExport } from '#import-export/contract.ts'
import { registeredJobs } from '#registered-jobs.ts'
import { createStudentImport, getStudentImport } from '#student-imports/contract.ts'
import { requestUploadLink } from '#testing/builders/files.ts'
import { completeUpload } from '#uploads/contract.ts'
import { createStudentsFileLink } from '#learning/contract.ts'
import { mailKinds, type MailKind } from '#mail/index.ts'
import { requestDataExport } from '#data-privacy/contract.ts'
import { exportSchool } from '#operations/school/export-school.ts'
import { roleAllows } from '#tenancy/access/role-permissions.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { withSchoolTx } from '#tenancy/database/school-tx.ts'
import { newId } from '#platform/security/tokens.ts'
import { uploadRules } from '#uploads/purposes.ts'
import { cloneTemplate } from '#testing/harness/databases.ts'
import { startMailServer } from '#testing/fakes/mail-server.ts'
import { registeredRoutes } from '#testing/sweeps/registered-routes.ts'
import { buildRequest, type TestClient } from '#testing/builders/test-client.ts'
import { sampleValue } from '#testing/sweeps/sample-values.ts'
import { startWebhookReceiver } from '#testing/fakes/webhook-receiver.ts'
import { createWebhook, testWebhook } from '#webhooks/contract.ts'
import { startProduct, type Product } from '../harness/product.ts'
import { pagesFor } from '../harness/site-map.ts'
import { jobSideEffects } from './trace-jobs.ts'
import { lookAtAnswerFiles } from './trace-answers.ts'
import { createTraceFinder, type TraceFinder } from './trace-finder.ts'
import { lookAtInvoices } from './trace-invoices.ts'
import { mailSenders } from './trace-mails.ts'
import { addReseller, createTraceFixture, type TraceFixture } from './trace-fixture.ts'

const client = join(import.meta.dirname, '../../build/client')

let product: Product
let mail: Awaited<ReturnType<typeof startMailServer>>
let ownerUrl: string
/**
 * A school of a reseller, in which no trace may be found, and one of ours, in which the same search must find
 * some.
 */
let theirs: TraceFixture
let own: TraceFixture

beforeAll(async () => {
  mail = await startMailServer()
  const urls = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), 'traces')
  ownerUrl = urls.ownerUrl
  product = await startProduct({
    ...urls,
    env: {
      ROOT_DOMAIN: 'our-own-root.test',
      MAIL_FROM: 'Lyceum <no-reply@our-own-root.test>',
      SMTP_URL: mail.url,
      SUPPORT_EMAILS: 'privileged-one@people.test, support-one@people.test',
    },
  })
  await addReseller(product, 'baraza-campus.example')
  theirs = await createTraceFixture(product, { root: 'baraza-campus.example', label: 'nakasero' })
  own = await createTraceFixture(product, { root: 'our-own-root.test', label: 'kololo' })
})
afterAll(async () => {
  await product?.close()
  await mail?.close()
})

const lookAtAnswer = async (
  look: TraceFinder,
  host: string,
  url: string,
  headers: Record<string, string> = {},
) => {
  const answer = await product.app.http.inject({ method: 'GET', url, headers: { host, ...headers } })
  await look.at(`${host}${url} headers`, JSON.stringify(answer.headers))
  await look.at(`${host}${url}`, answer.rawPayload)
  return answer
}

async function lookAtMails(look: TraceFinder, world: TraceFixture, kinds: readonly MailKind[]) {
  for (const kind of kinds) await world.transact((ctx) => mailSenders[kind](ctx, world))
  await world.visitor(world.root).api(resetAccountPassword, { email: world.owner.email })
  const rows = async () => {
    const of = (school_id: string) =>
      withSchoolTx(product.app.services.databases.db, school_id, (tx) =>
        tx.selectFrom('mail_outbox').where('school_id', '=', school_id).selectAll().execute(),
      )
    const platform = (await of(PLATFORM_ID)).filter(({ recipient }) => recipient === world.owner.email)
    return [...(await of(world.school_id)), ...platform]
  }
  const sent = async () =>
    new Set((await rows()).filter(({ status }) => status === 'sent').map(({ kind }) => kind))
  await expect
    .poll(async () => [...(await sent())], { timeout: 40_000 })
    .toEqual(expect.arrayContaining([...kinds]))
  // The account's password reset and the list of schools are two mails; all others are the school's.
  await expect
    .poll(async () => (await rows()).filter(({ status }) => status !== 'sent').length, { timeout: 40_000 })
    .toBe(0)
  const ids = (await rows()).map(({ id }) => id)
  const mails = mail.letters.filter(({ headers }) => ids.some((id) => headers['message-id']?.includes(id)))
  expect(mails.length).toBeGreaterThanOrEqual(kinds.length)
  for (const mail of mails) await look.at(`mail ${mail.headers.subject}`, JSON.stringify(mail))
  return mails
}

describe('mail', () => {
  test('of a reseller and its school does not name the platform, in envelope or headers', async () => {
    const look = createTraceFinder()
    const mails = await lookAtMails(look, theirs, mailKinds)
    expect(look.traces).toEqual([])
    for (const { headers, from, greeting } of mails) {
      expect(from).toBe('post@baraza-campus.example')
      expect(greeting).toBe('baraza-campus.example')
      expect(headers.from).toMatch(/^"?(Nakasero Trades|Baraza Post)"? <post@baraza-campus\.example>$/)
      expect(headers['message-id']).toMatch(/^<[\w-]+@baraza-campus\.example>$/)
      // No header that leads a mail server or reader elsewhere.
      for (const name of [
        'reply-to',
        'sender',
        'return-path',
        'list-unsubscribe',
        'list-id',
        'dkim-signature',
      ])
        expect(headers[name], name).toBeUndefined()
      expect(Object.keys(headers).filter((name) => name.startsWith('x-'))).toEqual([])
    }
  })

  test('of the platform names it, which proves that the search works', async () => {
    const look = createTraceFinder()
    await lookAtMails(look, own, ['invitation', 'my_schools', 'reauthentication_link', 'password_changed'])
    for (const what of ['name', 'root'])
      expect(look.traces.some((trace) => trace.startsWith(what))).toBe(true)
  })
})

const certificateFiles = '/api/student-certificate/certificates/id'
/** Paths without an endpoint, each with an address to search. Add new paths here. */
const outside: Record<string, string> = {
  '/health/live': '/health/live',
  '/health/ready': '/health/ready',
  '/internal/tls-allowed': '/internal/tls-allowed?domain=nobody.baraza-campus.example',
  '/api': '/api',
  '/api*': '/api/none',
  '/api/openapi.json': '/api/openapi.json',
  '/api/docs': '/api/docs',
  '/brand/:file': '/brand/nothing.webp',
  '/storage/tus': '/storage/tus',
  '/storage/tus/:upload_id': `/storage/tus/${newId()}`,
  '/storage/:school_id/:name': `/storage/${newId()}/nothing`,
  '/media/public/:id': `/media/public/${newId()}`,
  '/media/public/:id/:size': `/media/public/${newId()}/320`,
  '/media/free/:course_id/:content_id/:id': `/media/free/${newId()}/${newId()}/${newId()}`,
  '/media/private/:id/:file_name': `/media/private/${newId()}/a.pdf`,
  '/api/payments/v1/webhooks/:provider': '/api/payments/v1/webhooks/paystack',
  '/verify/:id': `/verify/${newId()}`,
  [`${certificateFiles}/:id/pdf`]: `${certificateFiles}/${newId()}/pdf`,
  [`${certificateFiles}/:id/image`]: `${certificateFiles}/${newId()}/image`,
  '/files/students/:course_id': `/files/students/${newId()}`,
  '/static/csv_templates/bulk-students-upload.csv': '/static/csv_templates/bulk-students-upload.csv',
  '/static/csv_templates/bulk-faculty-students-upload.csv':
    '/static/csv_templates/bulk-faculty-students-upload.csv',
  '/static/csv_templates/bulk-students-upload.xlsx': '/static/csv_templates/bulk-students-upload.xlsx',
  '/static/csv_templates/bulk-faculty-students-upload.xlsx':
    '/static/csv_templates/bulk-faculty-students-upload.xlsx',
  '/dev/mail': '/dev/mail',
  '/dev/mail/:school_id/:id': `/dev/mail/${newId()}/${newId()}`,
  '/dev/mail/:school_id/:id/html': `/dev/mail/${newId()}/${newId()}/html`,
  '/*': '/no-such-page',
  '*': '/no-such-page',
}

const strange = ['/%ff', '/api/schools/v2/%', '/learn/none', '/dev/ui/broken', `/${'x'.repeat(3000)}`]

describe('routes outside of the endpoint list', () => {
  test('every path is listed here', () => {
    const declared = new Set(allRoutes.map(({ path }) => `/api${path}`))
    const assets = readdirSync(client, { recursive: true }).map((file) => `/${String(file)}`)
    const nameless = (path: string) => path.replaceAll(/:[\w|:]+/g, ':')
    const declaredAddresses = new Set([...declared, ...assets, ...Object.keys(outside)].map(nameless))
    const paths = new Set(registeredRoutes(product.app.http).map(({ path }) => path))
    expect([...paths].filter((path) => !declaredAddresses.has(nameless(path)))).toEqual([])
  })

  test('documents, errors and unknown hosts do not name the platform', async () => {
    const look = createTraceFinder()
    for (const host of [
      theirs.host,
      theirs.root,
      `api.${theirs.root}`,
      `nobody.${theirs.root}`,
      'nobody.example',
    ])
      for (const url of [...Object.values(outside), ...strange]) {
        // The root's page of captured mail shows all schools; it does not exist in production.
        if (url === '/dev/mail' && host !== theirs.host) continue
        await lookAtAnswer(look, host, url, { accept: 'text/html' })
      }
    expect(look.traces).toEqual([])
  })

  test('those of the platform name it', async () => {
    const look = createTraceFinder()
    for (const url of ['/api/docs', '/api/openapi.json']) await lookAtAnswer(look, own.root, url)
    for (const url of ['/api/docs', '/api/openapi.json'])
      expect(
        look.traces.some((trace) => trace.includes(`${own.root}${url}`)),
        url,
      ).toBe(true)
  })
})

// ---- Files ----

/** Routes that return a base64 file. */
const inAnswers = allRoutes.flatMap(({ name, reply }) => {
  const { properties = {} } = reply[1] as { properties?: object }
  return 'file_name' in properties && 'content' in properties ? [name] : []
})

type Written = {
  [P in keyof typeof uploadRules]: (typeof uploadRules)[P]['family'] extends string ? P : never
}[keyof typeof uploadRules]
const fetched = async (world: TraceFixture, url: string) => {
  const { pathname, search } = new URL(url, 'http://any.test')
  return product.app.http.inject({ method: 'GET', url: pathname + search, headers: { host: world.host } })
}

const archives: Partial<Record<Written, (world: TraceFixture) => Promise<string>>> = {
  async course_archive({ people: { admin }, course }) {
    const { id } = await admin.api(exportCourse, { id: course.id })
    return url(() => admin.api(getExport, { id }))
  },
  data_archive: ({ people: { admin } }) => url(() => admin.api(requestDataExport, {})),
}

async function url(look: () => Promise<{ url: string | null }>) {
  await expect.poll(async () => (await look()).url, { timeout: 40_000 }).not.toBeNull()
  return (await look()).url!
}

/** Imports a student list with an invalid row by the worker; returns the id of the import. */
async function readInvalidList({ host, people: { admin } }: TraceFixture) {
  const list = Buffer.from('E-mail\nnobody\n')
  const details = { purpose: 'student_list', file_name: 'list.csv' } as const
  const { upload_id, url, headers } = await requestUploadLink(admin, list, details)
  await product.app.http.inject({ method: 'PUT', url, headers: { host, ...headers }, payload: list })
  await admin.api(completeUpload, { upload_id })
  const { job_id } = await admin.api(createStudentImport, { upload_id, dry_run: true })
  await expect
    .poll(async () => (await admin.api(getStudentImport, { job_id })).invalid_count, { timeout: 40_000 })
    .toBe(1)
  return job_id
}

async function lookAtFiles(look: TraceFinder, world: TraceFixture) {
  for (const [purpose, write] of Object.entries(archives)) {
    const answer = await fetched(world, await write(world))
    expect(answer.statusCode, purpose).toBe(200)
    await look.at(`${purpose} headers`, JSON.stringify(answer.headers))
    await look.at(purpose, answer.rawPayload)
  }
  const { admin } = world.people
  const students = await fetched(
    world,
    (await admin.api(createStudentsFileLink, { course_id: world.course.id })).url,
  )
  await look.at('students file', `${JSON.stringify(students.headers)}\n${students.body}`)
  await lookAtInvoices(look, world)
  await lookAtAnswerFiles(look, world, { job_id: await readInvalidList(world) })
  const archivePath = join(mkdtempSync(join(inject('scratch'), 'traces-')), 'school.zip')
  const { storage } = product.app.services
  await exportSchool({ url: ownerUrl, storage, school: world.school_id, archivePath })
  await look.at('school archive', readFileSync(archivePath))
}

describe('files', () => {
  test('of every kind are searched', () => {
    const written = Object.entries(uploadRules).flatMap(([purpose, { family }]) =>
      family === 'archive' ? [purpose] : [],
    )
    expect(Object.keys(archives).toSorted()).toEqual(written.toSorted())
    expect(inAnswers.toSorted()).toEqual([
      'exportGrades',
      'exportInvalidLines',
      'exportNotes',
      'getInvoiceFile',
      'getMyInvoiceFile',
    ])
  })

  test('of a reseller’s school do not name the platform, compressed or not', async () => {
    const look = createTraceFinder()
    await lookAtFiles(look, theirs)
    expect(look.seen.size).toBe(20)
    expect(look.traces).toEqual([])
  })

  test('of the platform contain its root where they contain an address', async () => {
    const look = createTraceFinder()
    await lookAtFiles(look, own)
    for (const kind of ['data_archive/manifest.json', 'notes as pdf', 'notes as markdown'])
      expect(
        look.traces.some((trace) => trace.startsWith(`root in ${kind}`)),
        kind,
      ).toBe(true)
  })
})

// ---- Pages ----

const addresses = (world: TraceFixture) => {
  const pageIds = {
    school_id: world.school_id,
    course_id: world.course.id,
    student_id: world.people.student.id,
    free_lesson_id: world.content.id,
    assessment_id: null,
    attempt_id: null,
    order_id: null,
    own_order_id: null,
    affiliate_id: null,
    webhook_id: null,
    faculty_id: null,
    bank_id: null,
    question_id: null,
    template_id: null,
    video_id: null,
    audio_id: null,
    closed_id: null,
  }
  const of = (viewers: Parameters<typeof pagesFor>[0][]) => [
    ...new Set(viewers.flatMap((viewer) => pagesFor(viewer, pageIds).map(({ path }) => path))),
  ]
  const files = ['/robots.txt', '/sitemap.xml', '/offline', '/manifest.webmanifest', '/favicon.ico']
  return [
    [world.host, [...of(['visitor', 'student', 'teacher', 'admin', 'account_user']), ...files]],
    [world.root, [...of(['root visitor', 'root owner', 'root privileged']), ...files]],
  ] as const
}

/** A few pages of each of our hosts prove that the search works. */
async function lookAtPages(look: TraceFinder, world: TraceFixture, { limit = Infinity } = {}) {
  for (const [host, urls] of addresses(world))
    for (const address of urls.slice(0, limit))
      for (const language of ['en', 'fr']) {
        if (address === '/dev/mail') continue
        await lookAtAnswer(look, host, address, { accept: 'text/html', 'accept-language': language })
      }
}

describe('pages', () => {
  test('of a reseller’s root and school do not name the platform', async () => {
    const look = createTraceFinder()
    await lookAtPages(look, theirs)
    expect(look.traces).toEqual([])
  })

  test('of the platform name it', async () => {
    const look = createTraceFinder()
    await lookAtPages(look, own, { limit: 5 })
    for (const what of ['name', 'root'])
      expect(look.traces.some((trace) => trace.startsWith(what))).toBe(true)
  })

  test('load no script, style or text that names the platform, for anybody', async () => {
    const look = createTraceFinder()
    const files = readdirSync(client, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    )
    for (const file of files) {
      const path = join(file.parentPath, file.name)
      await look.at(path.slice(client.length), readFileSync(path))
      if (!/\.(?:br|gz)$/.test(path)) continue
      expect(look.seen.has(path.slice(client.length, -3)) || files.length > 0).toBe(true)
    }
    expect(files.length).toBeGreaterThan(200)
    expect(look.traces).toEqual([])
  })
})

// ---- Outgoing requests ----

test('requests of a reseller’s school to other servers do not name the platform', async () => {
  const receiver = await startWebhookReceiver()
  try {
    const { admin } = theirs.people
    const { webhook } = await admin.api(createWebhook, {
      url: receiver.url,
      description: '',
      event_types: ['course.created'],
    })
    await admin.api(testWebhook, { endpoint_id: webhook.id })
    await expect.poll(() => receiver.received.length, { timeout: 40_000 }).toBeGreaterThan(0)
    const look = createTraceFinder()
    for (const one of receiver.received) await look.at('webhook', JSON.stringify(one))
    expect(look.traces).toEqual([])
  } finally {
    await receiver.close()
  }
})

// ---- Jobs ----

test('every job has its visible effects listed', () => {
  expect(registeredJobs.map(({ name }) => name).toSorted()).toEqual(Object.keys(jobSideEffects).toSorted())
})

// ---- The API, last because it ends sessions ----

const requests = (world: TraceFixture, route: (typeof allRoutes)[number], id: string) => {
  const real: Record<string, string> = {
    school_id: world.school_id,
    schoolId: world.school_id,
    course_id: world.course.id,
    content_id: world.content.id,
    student_id: world.people.student.id,
    free_lesson_id: world.content.id,
    user_id: world.people.student.id,
    subdomain: 'nakasero',
  }
  const input = [route.body, route.query, route.params].map((schema) => sampleValue(schema) as object)
  const given: Record<string, unknown> = Object.assign({}, ...input)
  for (const name of Object.keys(given)) if (real[name]) given[name] = real[name]
  if ('id' in given) given.id = id
  return buildRequest(route, given)
}

async function lookAtRoutes(
  look: TraceFinder,
  world: TraceFixture,
  among: readonly (typeof allRoutes)[number][],
) {
  const { people, account, visitor, root, course, content, school_id } = world
  const schoolCallers: [string, TestClient][] = [
    ['admin', people.admin],
    ['teacher', people.teacher],
    ['student', people.student],
    ['visitor', visitor()],
  ]
  const note = async (route: (typeof allRoutes)[number], caller: TestClient, id: string) => {
    const answer = await caller.request(requests(world, route, id))
    await look.at(
      `${route.method} ${route.path} ${answer.status}`,
      `${JSON.stringify(answer.headers)}\n${answer.text}`,
    )
    return answer.status
  }
  let answered = 0
  // Writing routes come last: they may end the caller's session.
  for (const route of [...among].sort((a, b) => Number(a.writes) - Number(b.writes))) {
    const callers: TestClient[] =
      route.scope === 'platform'
        ? [account, visitor(root)]
        : schoolCallers
            .filter(([role]) => roleAllows(route.access, role as never))
            .map(([, caller]) => caller)
    if (route.scope !== 'platform') callers.push(visitor())
    const ids = 'id' in route.params.properties ? [course.id, school_id, content.id, newId()] : [newId()]
    for (const caller of route.writes ? callers.slice(0, 1) : callers)
      for (const id of route.writes ? ids.slice(-1) : ids)
        if ((await note(route, caller, id)) < 300) answered += 1
  }
  return answered
}

describe('the API', () => {
  test('of a reseller’s hosts does not name the platform in any response', async () => {
    const look = createTraceFinder()
    expect(await lookAtRoutes(look, theirs, allRoutes)).toBeGreaterThan(60)
    expect(look.traces).toEqual([])
    expect(look.seen.size).toBeGreaterThanOrEqual(allRoutes.length)
  })

  test('of the platform names it', async () => {
    const look = createTraceFinder()
    await lookAtRoutes(
      look,
      own,
      allRoutes.filter(({ scope, writes }) => scope === 'platform' && !writes),
    )
    expect(look.traces.length).toBeGreaterThan(0)
  })
})
