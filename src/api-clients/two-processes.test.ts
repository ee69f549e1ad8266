import { pino } from 'pino'
import { expect, inject, test } from 'vitest'
import { createApp } from '#app.ts'
import { listCourses } from '#courses/contract.ts'
import { cloneTemplate } from '#testing/harness/databases.ts'
import { buildRequest, createTestClient } from '#testing/builders/test-client.ts'
import { anApiClient } from '#testing/builders/api-clients.ts'
import { createTestSchool, getTestApp } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'

/** Shorter than the lifetime of cache entries. */
const soon = { timeout: 4_000 }

test('rejects a revoked program in the other processes', async () => {
  const { services } = await getTestApp()
  const suffix = `w${process.env.VITEST_POOL_ID ?? '0'}`
  const { appUrl } = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), suffix)
  const other = await createApp({
    config: services.config,
    databaseUrl: appUrl,
    logger: pino({ level: 'silent' }),
    pages: 'none',
  })
  // Starts the other process first: on a busy machine its start takes longer than the time limit here.
  await other.http.ready()
  const school = await createTestSchool()
  const program = await anApiClient(school)
  const there = createTestClient(other, school.host, null)
  const status = async () => {
    const answer = await there.request({ ...buildRequest(listCourses, {}), headers: program.headers })
    return answer.status
  }
  // The change feed may still be connecting; after the first success it receives every change.
  await expect.poll(status, soon).toBe(200)
  await program.admin.api(contract.revokeApiClient, { client_id: program.id })
  await expect.poll(status, soon).toBe(401)
  await other.close()
})

test('drops cached clients when notified', async () => {
  const { services } = await getTestApp()
  const school = await createTestSchool()
  const program = await anApiClient(school)
  const pair = { username: program.client.username, secret: program.secret, now: new Date() }
  const find = () => services.clients.find(school.school_id, pair)
  expect(await find()).toMatchObject({ id: program.id })
  await school.transact(({ tx, school_id, now }) =>
    tx.updateTable('api_clients').set({ revoked_at: now }).where('school_id', '=', school_id).execute(),
  )
  services.clients.evict(school.school_id)
  expect(await find()).toBeNull()
})
