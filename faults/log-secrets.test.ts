import { expect, test } from 'vitest'
import * as accounts from '#accounts/contract.ts'
import { mailMagicLink } from '#accounts/jobs.ts'
import { codeOf, stepAt } from '#accounts/totp.ts'
import { createApiClient, scopes } from '#api-clients/contract.ts'
import { createCourse, listCourses } from '#courses/contract.ts'
import type { Input, Route } from '#platform/route.ts'
import { newToken } from '#platform/tokens.ts'
import { runJob } from '#testing/queue.ts'
import { aSchool, rootDomain, testPassword, type SchoolStory } from '#testing/stories.ts'
import { aWebhookReceiver } from '#testing/webhook-receiver.ts'
import { createWebhook } from '#webhooks/contract.ts'
import { startProcesses } from './over-tests.ts'
import { call, send, type Answer, type Sent } from './send.ts'

// eslint-disable-next-line typescript/no-explicit-any -- tests look into answers of every form
const json = (answer: Answer): any => JSON.parse(answer.text)

async function magicLinkOf(school: SchoolStory, user_code: string) {
  await runJob(school, mailMagicLink, { user_code, kind: 'teacher', locale: 'en', redirect: null })
  const mail = await school.inside(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('kind', '=', 'magic_link')
      .select('text')
      .executeTakeFirstOrThrow(),
  )
  return new URL(/http\S+magic-link\S+/.exec(mail.text)![0])
}

test('no secret reaches the log, at whatever level, and the id of every answer does', async () => {
  const talkative = await startProcesses({ LOG_LEVEL: 'trace' })
  const { origin } = talkative
  const school = await aSchool()
  const { host } = school
  const [admin, teacher, student] = [await school.admin(), await school.teacher(), await school.student()]
  const ids: string[] = []
  const secrets = new Map<string, string>()
  const keep = (name: string, value: string) => (secrets.set(name, value), value)
  const made = (name: string) => keep(name, newToken())
  const noted = (answer: Answer) => (ids.push(String(answer.headers['x-request-id'])), answer)
  const ask = async <R extends Route>(
    route: R,
    input: Input<R> & { headers?: Record<string, string> },
    token?: string,
  ) => noted(await call(origin, { host, ...(token && { token }) }, route, input))
  const get = async (path: string, more: Partial<Sent> = {}) =>
    noted(await send(origin, { host, path, ...more }))

  keep('a password', testPassword)
  const wrong = made('a wrong password')
  const { loginStudent, loginTeacher } = accounts
  await ask(loginStudent, { user_code: student.email, password: wrong })
  const token = keep(
    'a session',
    json(await ask(loginStudent, { user_code: student.email, password: testPassword })).user_token,
  )
  await ask(listCourses, {}, token)
  await get('/api/courses/v2/courses', { headers: { authorization: `Bearer ${token}` } })
  await get('/', { headers: { cookie: `anything=${made('a cookie')}` } })
  await get('/')
  for (const name of [
    'user_token',
    'user%5Ftoken',
    'USER_TOKEN',
    'register_token',
    'token',
    'sign_in',
    'sig',
  ])
    for (const path of ['/', '/login', '/api/courses/v2/courses', '/no/such/page'])
      await get(`${path}?as=student&${name}=${made(`${name} at ${path}`)}`)
  await get(`/?user_token=${made('a token at a strange host')}`, { host: 'nobody.example' })
  await get(`/courses?token=${made('a token at the API’s host')}`, { host: `api.${rootDomain}` })
  await get(`/sign-in/callback?code=${made('an issuer’s code')}&state=${made('its state')}`)
  await get(`/login?redirect=${encodeURIComponent(`/?user_token=${made('a token in a redirect')}`)}`)
  await get(`/media/private/${student.id}/a.pdf?expires=1&signature=${made('a signed link')}`)
  await get(`/files/students/${student.id}?exp=1&sig=${made('a signed list')}`)
  await get('/api/schools/auth/api/v1/students/login', {
    method: 'POST',
    body: { user_code: student.email, [made('an unknown field')]: made('its value') },
  })

  const client = json(
    await ask(createApiClient, { name: 'Registry', role: 'admin', scopes: [...scopes] }, admin.token),
  )
  const username = client.client.username
  for (const secret of [keep('a client’s secret', client.secret), made('a wrong secret of a client')])
    await ask(listCourses, { headers: { 'x-api-username': username, 'x-api-secret': secret } })

  const link = await magicLinkOf(school, teacher.email)
  const magic = keep('a magic link', link.searchParams.get('token')!)
  await get(link.pathname + link.search)
  await ask(loginTeacher, {
    login_with: 'magic_link',
    token: magic,
    ignorePasswordValidation: true,
    user_code: '',
  })

  const factor = json(await ask(accounts.startSecondFactor, {}, teacher.token))
  keep('a second factor', factor.secret)
  const code = codeOf(factor.secret, stepAt(new Date()))
  const confirmed = json(await ask(accounts.confirmSecondFactor, { code }, teacher.token))
  for (const recovery of confirmed.recovery_codes) keep(`recovery ${secrets.size}`, recovery)
  const first = json(await ask(loginTeacher, { user_code: teacher.email, password: testPassword }))
  const challenge = keep('a challenge', first.challenge)
  await ask(accounts.finishLogin, { challenge, code: secrets.get(`recovery ${secrets.size - 2}`)! })

  const receiver = await aWebhookReceiver((_received, response) => response.writeHead(500).end('no'))
  const url = `${receiver.url}?key=${made('a key in a webhook’s address')}`
  const event_types: Input<typeof createWebhook>['event_types'] = ['course.created']
  keep('a webhook’s secret', json(await ask(createWebhook, { url, event_types }, admin.token)).secret)
  await ask(createCourse, { course_name: 'Told to a program' }, teacher.token)
  const headers = { 'idempotency-key': made('an idempotency key') }
  await ask(accounts.invite, { email: 'invited@people.test', role: 'student', headers }, admin.token)
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThan(0)
  keep('a webhook’s signature', String(receiver.received[0]!.headers['webhook-signature']))

  const said = await talkative.end()
  await receiver.close()
  expect(ids.length).toBeGreaterThan(40)
  expect(ids.filter((id) => !said.web.includes(id))).toEqual([])
  expect(secrets.size).toBeGreaterThan(40)
  expect([...secrets].filter(([, secret]) => said.all.includes(secret)).map(([name]) => name)).toEqual([])
}, 180_000)
