import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { json } from '#platform/database/database.server.ts'
import { queueTables } from '#platform/jobs/queue-tables.ts'
import { startMailServer } from '#testing/fakes/mail-server.ts'
import { queryAsOwner, runJob } from '#testing/builders/queue.ts'
import { createTestSchool, type TestSchool } from '#testing/builders/school-builder.ts'
import { sendMail } from './index.ts'
import { deliverMailJobDefinition } from './jobs.ts'
import type { OutgoingMail } from './send-mail.ts'

let server: Awaited<ReturnType<typeof startMailServer>>
let school: TestSchool

beforeEach(async () => {
  server = await startMailServer()
  school = await createTestSchool({ name: 'École Đà Nẵng' })
})
afterEach(() => server.close())

const greeting = {
  subject: 'Bienvenue, Łukasz',
  heading: 'مرحبا Łukasz',
  paragraphs: ['Hello <b>there</b> & welcome.'],
}

/** Writes a mail to the outbox and returns its id. */
async function write(mail: Partial<OutgoingMail> = {}) {
  await school.transact((ctx) =>
    sendMail(ctx, { to: 'ana@people.test', kind: 'school_created', mail: greeting, ...mail }),
  )
  return school.transact(({ tx, school_id }) => {
    const mails = tx.selectFrom('mail_outbox').where('school_id', '=', school_id)
    return mails.orderBy('created_at', 'desc').orderBy('id', 'desc').select('id').executeTakeFirstOrThrow()
  })
}

const row = (id: string) =>
  school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirstOrThrow(),
  )

/** Runs the delivery job with the mail server of this test. */
function deliver(mail_id: string, smtpUrl: string | null = server.url) {
  const txCtx: TestSchool['transact'] = (work) =>
    school.transact((ctx) => work({ ...ctx, config: { ...ctx.config, smtpUrl } }))
  return runJob({ transact: txCtx }, deliverMailJobDefinition, { mail_id })
}

describe('a sent mail', () => {
  test('arrives as HTML and plain text, in any script, from the school', async () => {
    const { id } = await write({
      mail: {
        ...greeting,
        button: { label: 'Ouvrir le cours', url: 'https://a.example/x?a=1&b=2' },
        footnote: 'À bientôt',
      },
    })
    await deliver(id)
    const [mail] = server.letters
    expect(mail).toMatchObject({ from: 'no-reply@lyceum.test', to: ['ana@people.test'] })
    expect(mail!.headers).toMatchObject({
      from: 'École Đà Nẵng <no-reply@lyceum.test>',
      to: 'ana@people.test',
      subject: 'Bienvenue, Łukasz',
      'message-id': `<${id}@lyceum.test>`,
      'auto-submitted': 'auto-generated',
      'content-type': expect.stringMatching(/^multipart\/alternative/),
    })
    expect(mail!.parts['text/plain']).toContain('مرحبا Łukasz\n\nHello <b>there</b> & welcome.')
    expect(mail!.parts['text/plain']).toContain('Ouvrir le cours:\nhttps://a.example/x?a=1&b=2')
    expect(mail!.parts['text/html']).toContain('Hello &#60;b&#62;there&#60;/b&#62; &#38; welcome.')
    expect(mail!.parts['text/html']).toContain('href="https://a.example/x?a=1&#38;b=2"')
    expect(await row(id)).toMatchObject({ status: 'sent', attempts: 1, last_error: null })
  })

  test('is not sent again by a repeated or concurrent job', async () => {
    const { id } = await write()
    const outcomes = await Promise.allSettled([deliver(id), deliver(id), deliver(id)])
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    await deliver(id)
    await deliver(id)
    expect(server.letters).toHaveLength(1)
    expect(await row(id)).toMatchObject({ status: 'sent', attempts: 1 })
  })
})

describe('a mail that cannot be delivered', () => {
  test('is retried after a temporary error, which is stored', async () => {
    const { id } = await write()
    server.refuse(451, 'greylisted, come back')
    await expect(deliver(id)).rejects.toThrow('greylisted')
    expect(await row(id)).toMatchObject({
      status: 'queued',
      attempts: 1,
      last_error: expect.stringContaining('greylisted'),
    })
    server.refuse(null)
    await deliver(id)
    expect(await row(id)).toMatchObject({ status: 'sent', attempts: 2, last_error: null })
    expect(server.letters).toHaveLength(1)
  })

  test('waits for an unavailable server and is sent later', async () => {
    const { id } = await write()
    const { port } = server
    await server.close()
    await expect(deliver(id)).rejects.toThrow(/ECONNREFUSED/)
    expect((await row(id)).status).toBe('queued')
    server = await startMailServer(port)
    await deliver(id)
    expect(server.letters.map(({ to }) => to)).toEqual([['ana@people.test']])
  })

  test('fails after five attempts, and at once for a rejected address', async () => {
    const { id } = await write()
    server.refuse(450)
    for (let attempt = 1; attempt < 5; attempt += 1) await expect(deliver(id)).rejects.toThrow('not now')
    await deliver(id)
    expect(await row(id)).toMatchObject({
      status: 'failed',
      attempts: 5,
      last_error: expect.stringContaining('not now'),
    })
    const other = await write()
    server.refuse(550, 'no such person')
    await deliver(other.id)
    expect(await row(other.id)).toMatchObject({ status: 'failed', attempts: 1 })
    server.refuse(null)
    await deliver(other.id)
    expect(server.letters).toEqual([])
  })
})

test('is captured if no server is configured', async () => {
  const { id } = await write()
  await deliver(id, null)
  expect(await row(id)).toMatchObject({ status: 'captured', attempts: 1 })
  expect(server.letters).toEqual([])
})

describe('user text never becomes a header, an address or markup', () => {
  test.each([
    ['Hello\r\nBcc: victim@people.test\r\n\r\nbody', 'Hello Bcc: victim@people.test body'],
    ['Hello\u2028Bcc: victim@people.test', 'Hello Bcc: victim@people.test'],
    ['=?utf-8?q?Hello?=', '=?utf-8?q?Hello?='],
  ])('in the subject %j', async (subject, expected) => {
    const { id } = await write({ mail: { ...greeting, subject } })
    expect((await row(id)).subject).toBe(expected)
    await deliver(id)
    expect(server.letters[0]!.to).toEqual(['ana@people.test'])
    expect(server.letters[0]!.headers.bcc).toBeUndefined()
  })

  test.each([
    'ana@people.test, victim@people.test',
    'ana@people.test\r\nBcc: victim@people.test',
    'Ana <victim@people.test>',
    'group: victim@people.test;',
    '"a b"@people.test',
    'ana@people.test>',
    'ana',
    '',
  ])('in the address %j, which is stored but gets no mail', async (to) => {
    const { id } = await write({ to })
    expect(await row(id)).toMatchObject({ status: 'failed', last_error: expect.any(String) })
    await deliver(id)
    expect(server.letters).toEqual([])
  })

  test('in a hostile school name', async () => {
    school = await createTestSchool({
      name: '"Evil" <victim@people.test>,\r\nBcc: victim@people.test <script>',
    })
    const { id } = await write()
    await deliver(id)
    const [mail] = server.letters
    expect(mail!.from).toBe('no-reply@lyceum.test')
    expect(mail!.to).toEqual(['ana@people.test'])
    expect(mail!.headers.bcc).toBeUndefined()
    expect(mail!.headers.from).toMatch(/ <no-reply@lyceum\.test>$/)
    expect(mail!.parts['text/html']).not.toContain('<script>')
  })

  test('in buttons, which link to web addresses only, and colours', async () => {
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('schools')
        .set({ theme: json({ primary: 'red;background:url(https://evil.example)' }) })
        .where('school_id', '=', school_id)
        .execute(),
    )
    const { id } = await write({
      mail: { ...greeting, button: { label: 'Open', url: 'javascript:alert(1)' } },
    })
    const { html, text } = await row(id)
    expect(html).not.toMatch(/javascript:|evil\.example/)
    expect(text).not.toContain('javascript:')
  })
})

describe('a mail whose workers died while they sent it', () => {
  const claimUntil = (id: string, claimed_until: Date, attempts: number) =>
    school.transact(({ tx, school_id }) =>
      tx
        .updateTable('mail_outbox')
        .set({ claimed_until, attempts })
        .where('school_id', '=', school_id)
        .where('id', '=', id)
        .execute(),
    )
  const queuedTimes = async () => {
    const rows = await queryAsOwner<{ run_at: Date }>(
      `select j.run_at from ${queueTables.jobs} j join ${queueTables.tasks} t on t.id = j.task_id
       where t.identifier = 'deliverMail' and j.payload ->> 'school_id' = $1 order by j.id`,
      [school.school_id],
    )
    return rows.map(({ run_at }) => run_at)
  }
  const park = (mail_id: string) =>
    runJob(school, { ...deliverMailJobDefinition, run: deliverMailJobDefinition.parked! }, { mail_id })

  test('is tried again after the claim of the first, without using up attempts of the queue', async () => {
    const { id } = await write()
    const claimed_until = new Date(Date.now() + 60_000)
    await claimUntil(id, claimed_until, 1)
    await deliver(id)
    expect(server.letters).toEqual([])
    expect((await queuedTimes())[1]).toEqual(claimed_until)
    await claimUntil(id, new Date(Date.now() - 1), 1)
    await deliver(id)
    expect(server.letters).toHaveLength(1)
  })

  test('is tried again when the queue gives up, and fails after its last attempt', async () => {
    const { id } = await write()
    const claimed_until = new Date(Date.now() + 60_000)
    await claimUntil(id, claimed_until, 2)
    await park(id)
    expect((await queuedTimes())[1]).toEqual(claimed_until)
    await claimUntil(id, claimed_until, 5)
    await park(id)
    expect(await row(id)).toMatchObject({ status: 'failed', last_error: expect.stringContaining('ended') })
    expect(await queuedTimes()).toHaveLength(2)
  })
})

test('commits together with its cause, or not at all', async () => {
  const failing = school.transact(async (ctx) => {
    await sendMail(ctx, { to: 'ana@people.test', kind: 'school_created', mail: greeting })
    throw new Error('the rest went wrong')
  })
  await expect(failing).rejects.toThrow('the rest went wrong')
  const mails = await school.transact(({ tx, school_id }) =>
    tx.selectFrom('mail_outbox').where('school_id', '=', school_id).select('id').execute(),
  )
  expect(mails).toEqual([])
})

test('is written in the reader’s language', async () => {
  const { id } = await write({ locale: 'fr' })
  expect((await row(id)).html).toContain('lang="fr"')
  expect((await row(id)).text).toContain('Envoyé par École Đà Nẵng.')
})
