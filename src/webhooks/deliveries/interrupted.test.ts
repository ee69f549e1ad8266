import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pino } from 'pino'
import { expect, inject, test } from 'vitest'
import { createCourse, updateCourse } from '#courses/contract.ts'
import { startWorker } from '#tenancy/jobs/worker.ts'
import { cloneTemplate } from '#testing/harness/databases.ts'
import { runJob } from '#testing/builders/queue.ts'
import { createTestSchool, getTestApp } from '#testing/builders/school-builder.ts'
import { startWebhookReceiver } from '#testing/fakes/webhook-receiver.ts'
import * as contract from '../contract.ts'
import { drainDeliveries } from '../index.ts'
import { retryOverdueWebhooksJobDefinition, jobs, deleteOldWebhookDataJobDefinition } from '../jobs.ts'

test('loses no delivery of a killed worker, and repeats one with the same id', async () => {
  const { services } = await getTestApp()
  const suffix = `w${process.env.VITEST_POOL_ID ?? '0'}`
  const urls = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), suffix)
  const school = await createTestSchool()
  const receiver = await startWebhookReceiver(() => {})
  const admin = await school.admin()
  const event_types = ['course.created', 'course.updated'] as const
  await admin.api(contract.createWebhook, { url: receiver.url, event_types: [...event_types] })
  const teacher = await school.teacher()
  const made = await Promise.all(
    ['One', 'Two', 'Three'].map((course_name) => teacher.api(createCourse, { course_name })),
  )
  for (const { id } of made) await teacher.api(updateCourse, { id, short_description: 'later' })

  const child = spawn(
    process.execPath,
    ['src/testing/harness/webhook-worker.ts', urls.ownerUrl, urls.appUrl],
    {
      stdio: 'ignore',
    },
  )
  // All three are sent, none is answered.
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(3)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const before = receiver.received.map(({ id }) => id)

  receiver.answer((_received, response) => response.end())
  // Simulates the expiry of the claims and the schedule that finds deliveries without a job.
  await school.transact(async ({ tx, school_id, now }) => {
    const past = new Date(now.getTime() - 120_000)
    await tx
      .updateTable('webhook_deliveries')
      .set({ claimed_until: past, next_attempt_at: past })
      .where('school_id', '=', school_id)
      .where('state', '=', 'pending')
      .execute()
  })
  await runJob(school, retryOverdueWebhooksJobDefinition, {})
  const worker = await startWorker({
    jobs,
    services,
    ownerUrl: urls.ownerUrl,
    log: pino({ level: 'silent' }),
    // A worker that was killed during a job holds its lane until it counts as dead.
    times: { heartbeatMs: 500, deadAfterMs: 3_000 },
  })
  const ids = () => new Set(receiver.received.map(({ id }) => id))
  await expect.poll(() => ids().size, { timeout: 60_000 }).toBe(6)
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(9)
  const after = receiver.received.slice(3)
  expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(before))
  for (const { id } of made)
    expect(after.filter(({ body }) => body.data.course.id === id).map(({ body }) => body.type)).toEqual([
      ...event_types,
    ])
  await worker.stop()
  await drainDeliveries()
  await receiver.close()
}, 180_000)

test('deletes old deliveries and keeps recent ones', async () => {
  const school = await createTestSchool()
  const admin = await school.admin()
  const { webhook } = await admin.api(contract.createWebhook, {
    url: 'https://hooks.example/',
    event_types: ['course.created'],
  })
  await admin.api(contract.updateWebhook, { endpoint_id: webhook.id, state: 'paused' })
  const teacher = await school.teacher()
  const [old] = await Promise.all(
    ['Old', 'Young'].map((course_name) => teacher.api(createCourse, { course_name })),
  )
  await school.transact(({ tx, school_id, now }) =>
    tx
      .updateTable('webhook_deliveries')
      .set({ created_at: new Date(now.getTime() - 31 * 86_400_000) })
      .where('school_id', '=', school_id)
      .where('object_key', '=', `course/${old!.id}`)
      .execute(),
  )
  await runJob(school, deleteOldWebhookDataJobDefinition, {})
  await runJob(school, deleteOldWebhookDataJobDefinition, {})
  const left = await school.transact(({ tx, school_id }) =>
    tx.selectFrom('webhook_events').where('school_id', '=', school_id).select('body').execute(),
  )
  expect(left.map(({ body }) => JSON.parse(body).data.course.course_name)).toEqual(['Young'])
})
