import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { registerStudent, updateUser } from '#accounts/contract.ts'
import { createCourse, updateCourse } from '#courses/contract.ts'
import { sendEndOfCourseMessage } from '#end-of-course-messages/contract.ts'
import { approveStudents, requestEnrolment, saveProgress } from '#learning/contract.ts'
import { setMyReview } from '#reviews/contract.ts'
import { listAuditLog } from '#schools/contract.ts'
import { startWorker, type Worker } from '#tenancy/jobs/worker.ts'
import { cloneTemplate } from '#testing/harness/databases.ts'
import {
  createTestSchool,
  testPassword,
  getTestApp,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import { RefusedError } from '#testing/builders/test-client.ts'
import { startWebhookReceiver, hasValidSignature } from '#testing/fakes/webhook-receiver.ts'
import * as contract from './contract.ts'
import { drainDeliveries } from './index.ts'
import { jobs } from './jobs.ts'

let worker: Worker
let open: { close(): Promise<void> }[] = []
const patient = { timeout: 20_000 }

beforeAll(async () => {
  const { services } = await getTestApp()
  const suffix = `w${process.env.VITEST_POOL_ID ?? '0'}`
  const { ownerUrl } = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), suffix)
  worker = await startWorker({ jobs, services, ownerUrl, log: pino({ level: 'silent' }) })
})
afterEach(async () => {
  for (const receiver of open) await receiver.close()
  open = []
})
afterAll(async () => {
  await worker.stop()
  await drainDeliveries()
})

type Receiver = Awaited<ReturnType<typeof startWebhookReceiver>>

async function aReceiver(...answer: Parameters<typeof startWebhookReceiver>): Promise<Receiver> {
  const receiver = await startWebhookReceiver(...answer)
  open.push(receiver)
  return receiver
}

async function aWebhook(
  school: TestSchool,
  receiver: Pick<Receiver, 'url'>,
  event_types: readonly string[] = contract.eventTypes,
) {
  const admin = await school.admin()
  const made = await admin.api(contract.createWebhook, {
    url: receiver.url,
    event_types: [...event_types] as never,
  })
  const endpoint_id = made.webhook.id
  const log = async () => (await admin.api(contract.listWebhookDeliveries, { endpoint_id })).data
  const webhookStatus = () => admin.api(contract.getWebhook, { endpoint_id })
  return { admin, endpoint_id, secret: made.secret, webhook: made.webhook, log, webhookStatus }
}

test('sends signed events of a school to subscribed addresses', async () => {
  const school = await createTestSchool()
  const receiver = await aReceiver()
  const { secret } = await aWebhook(school, receiver)
  const teacher = await school.teacher()
  const made = { course_name: 'Told', course_isPublic: true }
  const course = await teacher.api(createCourse, made)
  const content = await school.content({ course_id: course.id })
  const student = await school.visitor().api(registerStudent, {
    name: 'Ada',
    email: `ada-${school.school_id.slice(-6)}@people.test`,
    school_id: school.school_id,
    password: testPassword,
  } as never)
  const headers = { 'x-access-token': String(student.user_token) }
  await school
    .visitor()
    .api(requestEnrolment, { course_id: course.id, course_code: course.course_code! }, headers)
  const student_id = student.user!.id
  await teacher.api(approveStudents, {
    course_id: course.id,
    student_ids: [student_id],
    approved: true,
  })
  await school.visitor().api(saveProgress, { content_id: content.id, completed: true }, headers)
  await school.visitor().api(setMyReview, { course_id: course.id, rating: 4, review: 'Good' }, headers)
  await school.visitor().api(sendEndOfCourseMessage, { course_id: course.id, message: 'Thank you' }, headers)
  const admin = await school.admin()
  await teacher.api(updateCourse, { id: course.id, course_name: 'Told again' })
  for (const status of ['suspended', 'active', 'removed'] as const)
    await admin.api(updateUser, { user_id: student_id, status })

  const expected = [
    'content.completed',
    'course.completed',
    'course.created',
    'course.published',
    'course.updated',
    'end_of_course_message.posted',
    'enrolment.approved',
    'enrolment.requested',
    'person.registered',
    'person.reinstated',
    'person.removed',
    'person.suspended',
    'review.posted',
  ]
  await expect.poll(() => receiver.types().toSorted(), patient).toEqual(expected)
  for (const one of receiver.received) {
    expect(hasValidSignature(secret, one)).toBe(true)
    expect(one.body).toMatchObject({ id: one.id, version: 1, school_id: school.school_id })
    expect(Math.abs(Number(one.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60)
  }
  const of = (type: string) => receiver.received.find(({ body }) => body.type === type)!.body.data
  expect(of('enrolment.approved')).toMatchObject({
    course: { id: course.id, course_name: 'Told' },
    student: { id: student_id, name: 'Ada' },
    status: 'approved',
    cause: 'approved',
  })
  expect(of('course.updated')).toMatchObject({ course: { course_name: 'Told again' } })
  expect(of('review.posted')).toMatchObject({ rating: 4, review: 'Good', is_first: true })
  const order = (prefix: string) => receiver.types().filter((type) => type.startsWith(prefix))
  expect(order('person.')).toEqual([
    'person.registered',
    'person.suspended',
    'person.reinstated',
    'person.removed',
  ])
})

test('sends nothing for a rolled back change, and only subscribed events', async () => {
  const school = await createTestSchool()
  const receiver = await aReceiver()
  const { log } = await aWebhook(school, receiver, ['course.created'])
  const teacher = await school.teacher()
  await expect(
    teacher.api(createCourse, { course_name: 'Refused', course_teacher_id: school.school_id }),
  ).rejects.toMatchObject({ status: 422 })
  await teacher.api(createCourse, { course_name: 'Made', course_isPublic: true })
  await expect.poll(() => receiver.types(), patient).toEqual(['course.created'])
  await expect.poll(log, patient).toMatchObject([{ event_type: 'course.created', state: 'delivered' }])
})

test('sends fifty concurrent changes once each, in order per object', async () => {
  const school = await createTestSchool()
  const receiver = await aReceiver((_received, response) => {
    // Responses arrive in another order than the requests.
    setTimeout(() => response.end(), Math.random() * 20)
  })
  await aWebhook(school, receiver, ['enrolment.approved', 'enrolment.unapproved'])
  const admin = await school.admin()
  const course = await school.course()
  const students = await Promise.all(Array.from({ length: 5 }, () => school.student()))
  for (const student of students) await school.enrol(student, course)
  const call = async (student_id: string, approved: boolean): Promise<unknown> => {
    try {
      return await admin.api(approveStudents, { course_id: course.id, student_ids: [student_id], approved })
    } catch (error) {
      // A busy server refuses some of so many requests at once, and has changed nothing: the client tries again.
      if (error instanceof RefusedError && error.code === 'busy') return call(student_id, approved)
      throw error
    }
  }
  await Promise.all(
    Array.from({ length: 50 }, (_one, index) => call(students[index % 5]!.id, index % 2 === 0)),
  )
  const history = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('webhook_events')
      .where('school_id', '=', school_id)
      .select(['id', 'object_key', 'event_type', 'position'])
      .orderBy('position')
      .execute(),
  )
  const changes = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('audit_log')
      .where('school_id', '=', school_id)
      .where('action', 'in', ['enrolment.approved', 'enrolment.unapproved'])
      .select('change')
      .execute(),
  )
  expect(history.length).toBe(changes.length)
  expect(history.length).toBeGreaterThan(5)
  await expect.poll(() => receiver.received.length, patient).toBe(history.length)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(history.length)
  for (const { id } of students) {
    const came = receiver.received.filter(({ body }) => body.data.student.id === id)
    const objectEvents = history.filter(({ object_key }) => object_key.endsWith(id))
    expect(came.map((one) => one.id)).toEqual(objectEvents.map((one) => one.id))
    // No state repeats: the order equals that of the changes.
    const types = came.map(({ body }) => body.type)
    expect(types.every((type, index) => type !== types[index - 1])).toBe(true)
  }
})

test('delays later events of the same object behind a failed one, but not other objects', async () => {
  const school = await createTestSchool()
  const refused = new Set<string>()
  const receiver = await aReceiver(({ body }, response) => {
    const isFirst = body.data.course.course_name === 'Stuck' && refused.size === 0
    if (isFirst) refused.add(body.id)
    response.writeHead(refused.has(body.id) ? 500 : 200).end('{"token":"abc","why":"not now"}')
  })
  const { log, admin, endpoint_id } = await aWebhook(school, receiver, ['course.created', 'course.updated'])
  const teacher = await school.teacher()
  const stuck = await teacher.api(createCourse, { course_name: 'Stuck' })
  await expect.poll(() => receiver.received.length, patient).toBe(1)
  await teacher.api(updateCourse, { id: stuck.id, short_description: 'later' })
  await teacher.api(createCourse, { course_name: 'Other' })
  const names = () => receiver.received.map(({ body }) => `${body.type} ${body.data.course.course_name}`)
  await expect.poll(names, patient).toEqual(['course.created Stuck', 'course.created Other'])
  await expect.poll(log, patient).toMatchObject([
    { event_type: 'course.created', state: 'delivered', last_status: 200 },
    { event_type: 'course.updated', state: 'pending', attempts: 0 },
    { event_type: 'course.created', state: 'pending', attempts: 1, last_status: 500 },
  ])
  refused.clear()
  refused.add('nobody')
  const first = (await log()).at(-1)!
  await admin.api(contract.replayWebhookDelivery, { endpoint_id, delivery_id: first.id })
  await expect
    .poll(names, patient)
    .toEqual(['course.created Stuck', 'course.created Other', 'course.created Stuck', 'course.updated Stuck'])
  expect(receiver.received[2]).toMatchObject({ id: receiver.received[0]!.id, raw: receiver.received[0]!.raw })
  const shown = await admin.api(contract.getWebhookDelivery, { endpoint_id, delivery_id: first.id })
  expect(shown.log).toMatchObject([
    { number: 2, status: 200 },
    { number: 1, status: 500, failure: null, response_body: '{"token":…,"why":"not now"}' },
  ])
  expect(JSON.parse(shown.body)).toEqual(receiver.received[0]!.body)
})

test('keeps dead and slow addresses from delaying others', async () => {
  const [school, other] = [await createTestSchool(), await createTestSchool()]
  const silent = await aReceiver(() => {})
  const quick = await aReceiver()
  const otherReceiver = await aReceiver()
  const dead = await aWebhook(school, silent, ['course.created'])
  await aWebhook(school, quick, ['course.created'])
  await aWebhook(other, otherReceiver, ['course.created'])
  const make = async (at: TestSchool, count: number) => {
    const teacher = await at.teacher()
    for (let n = 0; n < count; n++) await teacher.api(createCourse, { course_name: `Course ${n}` })
  }
  await make(school, 12)
  await make(other, 3)
  await expect.poll(() => [quick.received.length, otherReceiver.received.length], patient).toEqual([12, 3])
  // The silent endpoint has not responded: it still holds its first attempts.
  expect((await dead.log()).every(({ state }) => state === 'pending')).toBe(true)
  await expect
    .poll(dead.log, patient)
    .toContainEqual(expect.objectContaining({ attempts: 1, last_failure: 'timeout', last_status: null }))
})

test('disables a webhook on 410 Gone, keeps pending deliveries and notifies the admins', async () => {
  const school = await createTestSchool()
  const receiver = await aReceiver((_received, response) => response.writeHead(410).end())
  const { admin, endpoint_id, webhookStatus, log } = await aWebhook(school, receiver, ['course.created'])
  const teacher = await school.teacher()
  await teacher.api(createCourse, { course_name: 'Gone' })
  await expect.poll(webhookStatus, patient).toMatchObject({ state: 'disabled', disabled_reason: 'gone' })
  expect(await log()).toMatchObject([{ state: 'failed', attempts: 1, last_status: 410 }])
  const objectEvents = await school.transact(({ tx, school_id }) =>
    tx.selectFrom('notifications').where('school_id', '=', school_id).selectAll().execute(),
  )
  expect(objectEvents).toMatchObject([
    { user_id: admin.id, kind: 'webhook_turned_off', data: { reason: 'gone' } },
  ])
  const since = '2020-01-01T00:00:00Z'
  const delivery_id = (await log())[0]!.id
  for (const call of [
    () => admin.api(contract.testWebhook, { endpoint_id }),
    () => admin.api(contract.replayFailedWebhooks, { endpoint_id, since }),
    () => admin.api(contract.replayWebhookDelivery, { endpoint_id, delivery_id }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'webhook_not_active' })
  await teacher.api(createCourse, { course_name: 'Not told' })
  receiver.answer((_received, response) => response.end())
  await admin.api(contract.updateWebhook, { endpoint_id, state: 'active' })
  expect(await admin.api(contract.replayFailedWebhooks, { endpoint_id, since })).toEqual({ replayed: 1 })
  await expect.poll(log, patient).toMatchObject([{ state: 'delivered', attempts: 2 }])
  expect(await admin.api(contract.replayFailedWebhooks, { endpoint_id, since })).toEqual({ replayed: 0 })
  const { data } = await admin.api(listAuditLog, { subject_id: endpoint_id })
  expect(data.map(({ action }) => action)).toEqual([
    'webhook.replayed',
    'webhook.replayed',
    'webhook.updated',
    'webhook.disabled',
    'webhook.created',
  ])
})

test('disables an address that failed for 72 hours', async () => {
  const school = await createTestSchool()
  const receiver = await aReceiver((_received, response) => response.writeHead(503).end())
  const { webhookStatus } = await aWebhook(school, receiver, ['course.created'])
  await school.transact(({ tx, school_id, now }) =>
    tx
      .updateTable('webhook_endpoints')
      .set({ failing_since: new Date(now.getTime() - 72 * 3_600_000) })
      .where('school_id', '=', school_id)
      .execute(),
  )
  await (await school.teacher()).api(createCourse, { course_name: 'Too late' })
  await expect.poll(webhookStatus, patient).toMatchObject({ state: 'disabled', disabled_reason: 'failing' })
})

test('does not follow redirects, and stores the beginning of a long response', async () => {
  const school = await createTestSchool()
  const away = await aReceiver()
  const receiver = await aReceiver((_received, response) =>
    response.writeHead(302, { location: away.url }).end('x'.repeat(100_000)),
  )
  const { log, admin, endpoint_id } = await aWebhook(school, receiver, ['course.created'])
  await (await school.teacher()).api(createCourse, { course_name: 'Moved' })
  await expect.poll(log, patient).toMatchObject([{ state: 'pending', attempts: 1, last_status: 302 }])
  const [delivery] = await log()
  const shown = await admin.api(contract.getWebhookDelivery, { endpoint_id, delivery_id: delivery!.id })
  expect(shown.log[0]!.response_body).toHaveLength(2_000)
  expect(away.received).toEqual([])
})

test('sends events of a pause after it, and a test delivery at once', async () => {
  const school = await createTestSchool()
  const receiver = await aReceiver()
  const { admin, endpoint_id, secret, log } = await aWebhook(school, receiver, ['course.created'])
  await admin.api(contract.updateWebhook, { endpoint_id, state: 'paused' })
  const teacher = await school.teacher()
  await teacher.api(createCourse, { course_name: 'Waits' })
  expect(await log()).toMatchObject([{ state: 'pending', attempts: 0 }])
  await admin.api(contract.updateWebhook, { endpoint_id, state: 'active' })
  await expect.poll(() => receiver.types(), patient).toEqual(['course.created'])
  await admin.api(contract.testWebhook, { endpoint_id })
  await expect.poll(() => receiver.types(), patient).toEqual(['course.created', 'webhook.test'])
  expect(hasValidSignature(secret, receiver.received[1]!)).toBe(true)
})

test('signs with both secrets during a rotation, and never with a third', async () => {
  const school = await createTestSchool()
  const receiver = await aReceiver()
  const { admin, endpoint_id, secret } = await aWebhook(school, receiver, ['course.created'])
  const rotate = (overlap_hours: number) =>
    admin.api(contract.rotateWebhookSecret, { endpoint_id, overlap_hours })
  const signedBy = async (...secrets: string[]) => {
    const before = receiver.received.length
    await admin.api(contract.testWebhook, { endpoint_id })
    await expect.poll(() => receiver.received.length, patient).toBe(before + 1)
    return secrets.map((one) => hasValidSignature(one, receiver.received.at(-1)!))
  }
  const second = await rotate(24)
  expect(second.webhook.previous_secret_expires_at).not.toBeNull()
  expect(await signedBy(secret, second.secret)).toEqual([true, true])
  const third = await rotate(24)
  expect(await signedBy(secret, second.secret, third.secret)).toEqual([false, true, true])
  const fourth = await rotate(0)
  expect(await signedBy(third.secret, fourth.secret)).toEqual([false, true])
  const stored = await school.transact(({ tx, school_id }) =>
    tx.selectFrom('webhook_secrets').where('school_id', '=', school_id).selectAll().execute(),
  )
  expect(JSON.stringify(stored)).not.toContain(fourth.secret.slice(6))
})
