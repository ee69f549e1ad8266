import { queueTables } from '#platform/jobs/queue-tables.ts'
import pg from 'pg'
import { pino } from 'pino'
import { inject, expect, test } from 'vitest'
import { startWorker } from '#tenancy/jobs/worker.ts'
import { cloneTemplate } from '#testing/harness/databases.ts'
import { startMailServer } from '#testing/fakes/mail-server.ts'
import { createTestSchool, getTestApp } from '#testing/builders/school-builder.ts'
import { sendMail } from './index.ts'
import { jobs } from './jobs.ts'

test('delivers a mail after the server was unavailable for a while', async () => {
  const { services } = await getTestApp()
  const { ownerUrl } = await cloneTemplate(
    inject('templateUrl'),
    inject('appTemplateUrl'),
    `w${process.env.VITEST_POOL_ID ?? '0'}`,
  )
  const school = await createTestSchool()
  const { url, port, close } = await startMailServer()
  await close()
  const config = { ...services.config, smtpUrl: url }
  // Deletes mail that other tests queued, which this mail server would get first.
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(`delete from ${queueTables.jobs}`)
  await owner.end()
  const worker = await startWorker({
    jobs,
    services: { ...services, config },
    ownerUrl,
    log: pino({ level: 'silent' }),
  })
  const address = `${school.school_id}@people.test`
  const mail = { subject: 'Hello', heading: 'Hello', paragraphs: ['There'] }
  await school.transact((ctx) => sendMail(ctx, { to: address, kind: 'school_created', mail }))
  const row = () =>
    school.transact(({ tx, school_id }) =>
      tx.selectFrom('mail_outbox').where('school_id', '=', school_id).selectAll().executeTakeFirstOrThrow(),
    )
  await expect
    .poll(row, { timeout: 30_000 })
    .toMatchObject({ status: 'queued', attempts: 1, last_error: expect.stringContaining('ECONN') })
  const server = await startMailServer(port)
  await expect.poll(row, { timeout: 60_000 }).toMatchObject({ status: 'sent', last_error: null })
  expect(server.letters.filter((mail) => mail.to.includes(address))).toHaveLength(1)
  await worker.stop()
  await server.close()
}, 90_000)
