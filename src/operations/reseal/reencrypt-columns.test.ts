import { sql } from 'kysely'
import { afterEach, expect, inject, test } from 'vitest'
import * as accounts from '#accounts/contract.ts'
import { testSecret } from '#testing/harness/databases.ts'
import { getTestApp } from '#testing/harness/harness.ts'
import {
  createTestSchool,
  createTestAccount,
  totpCode,
  totpStepAt,
} from '#testing/builders/school-builder.ts'
import { createWebhook } from '#webhooks/contract.ts'
import { reencryptColumns } from './reencrypt-columns.ts'
import { allEncryptedColumns } from './sealed-texts.ts'

const next = 'the-next-secret-Zk81mWq0vBx7LrT5nPa2'

afterEach(async () => {
  Object.assign((await getTestApp()).services.config, { appSecret: testSecret, previousSecret: null })
})

/** Connection URL of the owner to this worker's database. */
async function ownerUrl() {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    (await getTestApp()).services.databases.auxDb,
  )
  const url = new URL(inject('templateUrl'))
  url.pathname = `/${rows[0]!.name}`
  return url.href
}

async function rotate(keys: { appSecret: string; previousSecret: string | null }) {
  Object.assign((await getTestApp()).services.config, keys)
  return reencryptColumns({ url: await ownerUrl(), keys, columns: allEncryptedColumns })
}

test('declares every column that contains encrypted values', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    where c.table_schema = 'public' and c.data_type = 'bytea' and c.column_name !~ '(_hash|^claim|^logo|^body)$'`.execute(
    (await getTestApp()).services.databases.auxDb,
  )
  const declared = allEncryptedColumns.map(({ table, column }) => `${table}.${column}`)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(declared.toSorted())
})

test('encrypts all values with the new secret, so that the old one can be removed', async () => {
  const school = await createTestSchool()
  const [student, admin, account] = [await school.student(), await school.admin(), await createTestAccount()]
  const { secret } = await student.api(accounts.startSecondFactor, {})
  const code = (step: number) => totpCode(secret, totpStepAt(new Date()) + step)
  await account.api(accounts.startSecondFactor, {})
  await admin.api(createWebhook, { url: 'https://example.org/hook', event_types: ['course.published'] })

  Object.assign((await getTestApp()).services.config, { appSecret: next, previousSecret: testSecret })
  await student.api(accounts.confirmSecondFactor, { code: code(0) })

  const first = await rotate({ appSecret: next, previousSecret: testSecret })
  expect(first.unopened).toEqual([])
  expect(first.reencrypted).toBeGreaterThanOrEqual(3)
  const again = await rotate({ appSecret: next, previousSecret: null })
  expect(again).toEqual({ reencrypted: 0, unchanged: first.reencrypted + first.unchanged, unopened: [] })
  await expect(student.api(accounts.renewRecoveryCodes, { code: code(1) })).resolves.toBeTruthy()

  const lost = await rotate({ appSecret: `${next}!`, previousSecret: null })
  expect(lost).toMatchObject({ reencrypted: 0, unchanged: 0 })
  expect(lost.unopened).toContain(`users.totp_secret ${school.school_id} ${student.id}`)
  const back = await rotate({ appSecret: testSecret, previousSecret: next })
  expect(back).toMatchObject({ reencrypted: again.unchanged, unopened: [] })
})
