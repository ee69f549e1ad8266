import { afterAll, beforeAll, expect, test } from 'vitest'
import { invite, listSessions, logout } from '#accounts/contract.ts'
import { getCourseContents, publishContent, updateContent, updateCourse } from '#courses/contract.ts'
import { subscribeToOpening } from '#opening-subscriptions/contract.ts'
import { createNote } from '#notes/contract.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { updateSchool } from '#schools/contract.ts'
import { checkJobs } from './check-results.ts'
import { call, send } from './processes/send.ts'
import {
  startFaultEnvironment,
  type WebProcess,
  type FaultEnvironment,
} from './processes/fault-environment.ts'

let world: FaultEnvironment
let webs: [WebProcess, WebProcess]
const minutes = 180_000
const soon = { timeout: 10_000 }

beforeAll(async () => {
  world = await startFaultEnvironment()
  webs = await Promise.all([world.startWeb(), world.startWeb()])
}, minutes)
afterAll(() => world.close())

const asAdmin = (n = 0) => ({ host: world.fixture.host, token: world.fixture.admins[n]! })

test('renew cached pages in the other process after a change', async () => {
  const { host, school_id, course_id } = world.fixture
  const [one, other] = webs
  const text = async (path: string) => (await send(other.origin, { host, path })).text
  for (const path of ['/', `/?selected_course_id=${course_id}`]) await text(path)

  const tagline = 'A tagline that was written in another process'
  expect(
    (await call({ origin: one.origin, ...asAdmin() }, updateSchool, { id: school_id, tagline })).status,
  ).toBe(200)
  await expect.poll(() => text('/'), soon).toContain(tagline)
  const course_name = 'A name that was written in another process'
  const changed = await call({ origin: one.origin, ...asAdmin() }, updateCourse, {
    id: course_id,
    course_name,
  })
  expect(changed.status).toBe(200)
  await expect.poll(() => text(`/?selected_course_id=${course_id}`), soon).toContain(course_name)
})

test('show a changed lesson in the other process, even if no message arrives', async () => {
  const { host, course_id, content_id, students } = world.fixture
  const [one, other] = webs
  const student = { host, token: students[0]! }
  const titleInOther = async () => {
    const { text } = await call({ origin: other.origin, ...student }, getCourseContents, { id: course_id })
    const { lessons } = JSON.parse(text) as ApiReply<typeof getCourseContents>
    return lessons.flatMap(({ contents }) => contents).find(({ id }) => id === content_id)?.title
  }
  const rename = async (title: string) => {
    await call({ origin: one.origin, ...asAdmin(3) }, updateContent, { id: content_id, title })
    const published = await call({ origin: one.origin, ...asAdmin(3) }, publishContent, {
      id: content_id,
      audience: 'everybody',
    })
    expect(published.status).toBe(200)
  }
  // Twice, so that the other process has cached the outline.
  await titleInOther()
  await titleInOther()
  await rename('Renamed while both listened')
  expect(await titleInOther()).toBe('Renamed while both listened')
  await titleInOther()
  await world.ask(`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %'`)
  await rename('Renamed while nobody listened')
  expect(await titleInOther()).toBe('Renamed while nobody listened')
})

test('end a session in the other process', async () => {
  const [one, other] = webs
  const person = asAdmin(1)
  expect((await call({ origin: other.origin, ...person }, listSessions, {})).status).toBe(200)
  expect((await call({ origin: one.origin, ...person }, logout, {})).status).toBe(200)
  expect((await call({ origin: other.origin, ...person }, listSessions, {})).status).toBe(401)
})

test('share one rate limit per caller', async () => {
  const { host, course_id } = world.fixture
  const { max } = subscribeToOpening.limits[0]!
  const answers: { status: number; retryAfter: number }[] = []
  for (let n = 0; n < max + 10; n++) {
    const headers = { 'x-forwarded-for': '203.0.113.77' }
    const input = { course_id, email: 'somebody@people.test', headers }
    const { status, headers: answered } = await call(
      { origin: webs[n % 2]!.origin, host },
      subscribeToOpening,
      input,
    )
    answers.push({ status, retryAfter: Number(answered['retry-after'] ?? 0) })
  }
  expect(answers.slice(0, max).filter(({ status }) => status === 429)).toEqual([])
  const late = answers.slice(max)
  expect(late.filter(({ status, retryAfter }) => status !== 429 || retryAfter < 1)).toEqual([])
})

test('store one note for one idempotency key, over all processes', async () => {
  const { host, course_id, content_id, students, school_id } = world.fixture
  const note = '<p>Sent to both at once</p>'
  const headers = { 'idempotency-key': 'given to both' }
  const both = () =>
    Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        call({ origin: webs[n % 2]!.origin, host, token: students[0]! }, createNote, {
          course_id,
          content_id,
          note,
          headers,
        }),
      ),
    )
  const answers = await both()
  for (const { status } of answers) expect([201, 409]).toContain(status)
  const made = new Set(
    (await both()).map(({ status, text }) => `${status} ${(JSON.parse(text) as { id: string }).id}`),
  )
  expect(made.size).toBe(1)
  const rows = await world.ask('select from notes where school_id = $1 and note = $2', [school_id, note])
  expect(rows).toHaveLength(1)
})

test(
  'run each job in one of two workers',
  async () => {
    const workers = await Promise.all([world.startWorker(), world.startWorker()])
    const emails = Array.from({ length: 24 }, (_, n) => `worked-${n}@people.test`)
    const answers = await Promise.all(
      emails.map((email, n) =>
        call({ origin: webs[n % 2]!.origin, ...asAdmin(2) }, invite, {
          email,
          role: 'student',
          headers: { 'idempotency-key': email },
        }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    await checkJobs(world, { rounds: 1, patient: true })
    const recipients = world.mailbox.letters.map(({ to }) => to[0]).filter((to) => to?.startsWith('worked-'))
    expect(recipients).toHaveLength(emails.length)
    expect(new Set(recipients)).toEqual(new Set(emails))
    // The last log lines are written when a process ends.
    await Promise.all(workers.map((worker) => worker.stop()))
    const runs = workers.map(
      ({ lines }) => lines.filter((line) => line.includes('"job":"deliverMail"')).length,
    )
    expect(workers.flatMap(({ lines }) => lines.filter((line) => /failed|parked/.test(line)))).toEqual([])
    expect(runs[0]! + runs[1]!).toBe(emails.length)
  },
  minutes,
)
