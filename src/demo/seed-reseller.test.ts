import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { loginAccount, loginAdmin, loginStudent } from '#accounts/contract.ts'
import { createApp, type App } from '#app.ts'
import { listPublicCourses } from '#courses/contract.ts'
import { loadConfig } from '#config.ts'
import { searchSchools } from '#schools/contract.ts'
import { cloneTemplate, testSecret } from '#testing/harness/databases.ts'
import { createTestClient } from '#testing/builders/test-client.ts'
import { demoId } from './ids.ts'
import { demoPassword, seedReseller } from './index.ts'

const apps: App[] = []
const hosts = { root: 'baraza.localhost', school: 'nile.baraza.localhost' }

async function anApp(name: string) {
  const database = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), name)
  const config = loadConfig({
    NODE_ENV: 'test',
    ROOT_DOMAIN: 'localhost',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'demo-reseller-')),
    APP_SECRET: testSecret,
  })
  const logger = pino({ level: 'silent' })
  const app = await createApp({ config, databaseUrl: database.appUrl, logger, pages: 'none' })
  apps.push(app)
  return app
}

const seed = async ({ services }: App) => {
  const { config, databases, storage, hosts: hostCache } = services
  await seedReseller({ config, db: databases.db, storage })
  hostCache.evict()
  await hostCache.resolve(hosts.root)
}

let app: App
beforeAll(async () => {
  app = await anApp('reseller-demo')
  await seed(app)
})
afterAll(() => Promise.all(apps.map((one) => one.close())))

test('serves the reseller’s root and school under its brand, linked from the platform', async () => {
  const { hosts: hostCache } = app.services
  expect(await hostCache.resolve(hosts.root)).toMatchObject({
    kind: 'root',
    brand: { name: 'Baraza Campus' },
  })
  for (const host of [hosts.school, 'nile.localhost'])
    expect(await hostCache.resolve(host)).toMatchObject({
      kind: 'school',
      school: { name: 'Nile Trade School', host: hosts.school, brand: { name: 'Baraza Campus' } },
    })
  const found = async (host: string) =>
    (await createTestClient(app, host, null).api(searchSchools, { searchQuery: 'nile' })).data.length
  expect([await found(hosts.root), await found('localhost')]).toEqual([1, 0])
})

test('lets owner, admin and student log in, and shows two courses to visitors', async () => {
  const [root, school] = [hosts.root, hosts.school].map((host) => createTestClient(app, host, null))
  const password = demoPassword
  await expect(root!.api(loginAccount, { email: 'owner@nile.test', password })).resolves.toBeTruthy()
  for (const name of ['owner', 'admin'])
    await expect(school!.api(loginAdmin, { user_code: `${name}@nile.test`, password })).resolves.toBeTruthy()
  await expect(school!.api(loginStudent, { user_code: 'student@nile.test', password })).resolves.toBeTruthy()
  const { data } = await school!.api(listPublicCourses, { school_id: demoId('nile') })
  expect(data.length).toBe(2)
})

test('changes nothing on a second seeding, and takes no existing address', async () => {
  const { db } = app.services.databases
  const rows = () => db.selectFrom('resellers').select(['id', 'updated_at']).execute()
  const before = await rows()
  await seed(app)
  expect(await rows()).toEqual(before)

  const older = await anApp('older-demo')
  await older.services.databases.db
    .insertInto('school_hosts')
    .values({ host: 'baraza', school_id: demoId('codecraft') })
    .execute()
  await seed(older)
  expect(await older.services.databases.db.selectFrom('resellers').select('id').execute()).toEqual([])
})
