import { platformBrand } from '#tenancy/hosts/brand.ts'
import { expect, test } from 'vitest'
import { registerStudent, registerTeacher, updateUser } from '#accounts/contract.ts'
import { contextFor } from '#tenancy/context/context-for.ts'
import { systemActor } from '#tenancy/access/actor.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { escapeHtml } from '#platform/pages/escape-html.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'
import { newId } from '#platform/security/tokens.ts'
import {
  createTestAccount,
  createTestSchool,
  createTestVisitor,
  resetClock,
  setClock,
  testPassword,
  testSource,
  getTestApp,
} from '#testing/builders/school-builder.ts'
import { createSchool, requestMySchoolsEmail } from '../contract.ts'
import { runMailMySchools } from './mail-my-schools.ts'

/** Runs the job like a worker, for the platform. */
async function carryOut(email: string, locale = 'en') {
  const { services } = await getTestApp()
  const requestContext = contextFor(services, {
    school: { school_id: PLATFORM_ID, brand: platformBrand(services.config) },
    actor: systemActor,
    source: { ...testSource(), locale },
  })
  const onSchoolInvalidated = () => {}
  const own = {
    ...requestContext,
    transact: <T>(work: Parameters<typeof runTransaction<T>>[2]) =>
      runTransaction(requestContext, { onSchoolInvalidated }, work),
  }
  await runMailMySchools(own, { email, locale })
}

async function mailsTo(email: string) {
  const { services } = await getTestApp()
  const requestContext = { db: services.databases.db }
  return runTransaction(
    { ...requestContext, school_id: PLATFORM_ID } as never,
    { onSchoolInvalidated: () => {} },
    ({ tx }) =>
      tx
        .selectFrom('mail_outbox')
        .where('school_id', '=', PLATFORM_ID)
        .where('recipient', '=', email)
        .where('kind', '=', 'my_schools')
        .select(['subject', 'text', 'html'])
        .execute(),
  )
}

const anEmail = () => `mira-${newId().slice(-12)}@people.test`
const person = (email: string) => ({ name: 'Mira', email, password: testPassword })

test('sends one mail with every school of an address, with role and link', async () => {
  const email = anEmail()
  const [one, two, left] = [
    await createTestSchool({ name: 'Aba & <Sons>' }),
    await createTestSchool({ name: 'Bida' }),
    await createTestSchool({ name: 'Calabar' }),
  ]
  await createTestSchool({ name: 'Dutse' })
  await one.visitor().api(registerStudent, person(email.toUpperCase()))
  await one.visitor().api(registerTeacher, person(email))
  await two.visitor().api(registerTeacher, person(email))
  const removed = await left.visitor().api(registerStudent, person(email))
  await (await left.admin()).api(updateUser, { user_id: removed.user!.id, status: 'removed' })

  await carryOut(email)
  const [mail, ...more] = await mailsTo(email)
  expect(more).toEqual([])
  expect(mail!.text).toContain(`Aba & <Sons> (as a student, as a teacher):\nhttp://${one.host}`)
  expect(mail!.text).toContain(`Bida (as a teacher):\nhttp://${two.host}`)
  expect(mail!.text).toMatch(/\/login\n/)
  expect(mail!.text).not.toContain('Calabar')
  expect(mail!.text).not.toContain('Dutse')
  expect(mail!.html).toContain(escapeHtml('Aba & <Sons>'))
  expect(mail!.html).not.toContain('<Sons>')
})

test('finds the schools of an owner’s account and writes in the person’s language', async () => {
  const account = await createTestAccount()
  const school_url = `mine-${newId().slice(-12)}`
  await account.api(createSchool, {
    name: 'École de Mira',
    school_url,
    country: 'SN',
    currency_code: 'XOF',
    time_zone: 'Africa/Dakar',
    language: 'fr',
  })
  await carryOut(account.email, 'fr')
  expect(await mailsTo(account.email)).toMatchObject([
    { subject: 'Vos écoles', text: expect.stringContaining('École de Mira (en tant que propriétaire)') },
  ])
})

test('gives every address the same response, and mails only known addresses', async () => {
  const [registered, unknown] = [anEmail(), anEmail()]
  await (await createTestSchool()).visitor().api(registerStudent, person(registered))
  const root = await createTestVisitor()
  const ask = (email: string) =>
    root.request({ method: 'POST', url: '/api/schools/v2/my-schools-email', body: { email } })
  const answers = [await ask(registered), await ask(unknown)]
  expect(answers.map(({ status, text }) => [status, text])).toEqual(
    Array(2).fill([202, JSON.stringify({ ok: true })]),
  )
  await carryOut(unknown)
  expect(await mailsTo(unknown)).toEqual([])
  expect((await ask('no address')).status).toBe(422)
  const school = await createTestSchool()
  await expect(school.visitor().api(requestMySchoolsEmail, { email: registered })).rejects.toMatchObject({
    status: 404,
  })
})

test('allows three mails an hour per address, and twenty requests in 15 minutes per client', async () => {
  const email = anEmail()
  await (await createTestSchool()).visitor().api(registerStudent, person(email))
  for (let time = 0; time < 5; time++) await carryOut(email)
  expect(await mailsTo(email)).toHaveLength(3)
  // Another time window, since other tests send from the same address.
  setClock(new Date(Date.now() + 86_400_000))
  const root = await createTestVisitor()
  const asks = []
  for (let time = 0; time < 21; time++) asks.push(() => root.api(requestMySchoolsEmail, { email: anEmail() }))
  for (const ask of asks.slice(0, 20)) await ask()
  await expect(asks[20]!()).rejects.toMatchObject({ status: 429 })
  resetClock()
})
