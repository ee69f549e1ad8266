import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { loginAccount } from '#accounts/contract.ts'
import { openDiskStorage } from '#platform/storage/disk.ts'
import { newId } from '#platform/security/tokens.ts'
import { cloneTemplate, testSecret } from '#testing/harness/databases.ts'
import { createTestReseller, type TestReseller } from '#testing/builders/reseller-builder.ts'
import { createTestAccount, rootDomain, getTestApp } from '#testing/builders/school-builder.ts'
import { exportSchool } from './export-school.ts'
import { importSchool } from './import-school.ts'

const folder = mkdtempSync(join(tmpdir(), 'reseller-school-'))
const from = join(folder, 'school.zip')
const school_url = `mbarara-${newId().slice(-8)}`
let url: string
let reseller: TestReseller
let school: Awaited<ReturnType<TestReseller['openSchool']>>

beforeAll(async () => {
  const worker = `w${process.env.VITEST_POOL_ID ?? '0'}`
  url = (await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), worker)).ownerUrl
  reseller = await createTestReseller()
  school = await reseller.openSchool(school_url)
  const { storage } = (await getTestApp()).services
  await exportSchool({ url, storage, school: school_url, archivePath: from })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  const { databases, hosts } = (await getTestApp()).services
  await databases.db
    .updateTable('resellers')
    .set({ is_serving: false })
    .where('id', '=', reseller.id)
    .execute()
  hosts.evict()
})

async function ask<Row extends pg.QueryResultRow>(at: string, statement: string, values: unknown[]) {
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}
const accountsOf = (at: string) =>
  ask<{ root_domain: string }>(at, 'select root_domain from accounts where email = $1 order by root_domain', [
    school.owner.email,
  ])

test('imports a copy at the reseller’s root, owned by an account of that root', async () => {
  const ours = await createTestAccount({ email: school.owner.email })
  const { storage, hosts } = (await getTestApp()).services
  const schoolUrl = `copy-${newId().slice(-8)}`
  const copy = await importSchool({ url, storage, from, schoolUrl })
  hosts.evict()
  await hosts.resolve(reseller.root_domain)
  expect(await hosts.resolve(`${schoolUrl}.${rootDomain}`)).toMatchObject({
    school: { host: `${schoolUrl}.${reseller.root_domain}`, brand: { name: reseller.name } },
  })
  expect(await accountsOf(url)).toEqual([{ root_domain: '' }, { root_domain: reseller.root_domain }])
  const owned = await ask<{ school_id: string }>(
    url,
    'select school_id from account_schools where account_id = $1',
    [ours.id],
  )
  expect(owned.map(({ school_id }) => school_id)).not.toContain(copy.school_id)
  const { email, password } = school.owner
  await expect(reseller.visitor().api(loginAccount, { email, password })).resolves.toBeTruthy()
})

test('refuses the school if the reseller does not exist, and links its owner if it does', async () => {
  const clone = await cloneTemplate(
    inject('templateUrl'),
    inject('appTemplateUrl'),
    `school_${newId().slice(-8)}`,
  )
  const target = {
    url: clone.ownerUrl,
    storage: openDiskStorage({ dataDir: join(folder, 'elsewhere'), appSecret: testSecret }),
  }
  await expect(importSchool({ ...target, from })).rejects.toThrow('Create the reseller first')
  expect(await accountsOf(clone.ownerUrl)).toEqual([])
  await ask(
    clone.ownerUrl,
    `insert into resellers (id, name, root_domain, theme, theme_css, mail_sender_name, mail_sender_address, verification_record, mail_verification_record)
     values ($1, 'Baraza', $2, '{}', '', 'Baraza', 'post@baraza.example', 'p', 'p')`,
    [newId(), reseller.root_domain],
  )
  await expect(importSchool({ ...target, from })).resolves.toMatchObject({ school_url })
  expect(await accountsOf(clone.ownerUrl)).toEqual([{ root_domain: reseller.root_domain }])
})
