import { expect, test } from 'vitest'
import {
  createPlatformAccount,
  createTestAccount,
  createTestSchool,
  createTestVisitor,
  getTestApp,
} from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

const getPlatformRole = (caller: Awaited<ReturnType<typeof createTestAccount>>) =>
  caller.api(contract.getPlatformRole, {})

async function setAccount(
  id: string,
  change: { email_verified_at?: Date | null; totp_confirmed_at?: Date | null },
) {
  const { db } = (await getTestApp()).services.databases
  await db.updateTable('accounts').set(change).where('id', '=', id).execute()
}

test('returns the platform role of an account and its missing requirements', async () => {
  await expect((await createTestVisitor()).api(contract.getPlatformRole, {})).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  await expect(getPlatformRole(await createTestAccount())).resolves.toEqual({
    platform_role: null,
    missing: [],
  })
  const admin = await createPlatformAccount('privileged')
  await expect(getPlatformRole(admin)).resolves.toEqual({ platform_role: 'privileged', missing: [] })
  await expect(getPlatformRole(await createPlatformAccount('support'))).resolves.toEqual({
    platform_role: 'support',
    missing: [],
  })
  await setAccount(admin.id, { totp_confirmed_at: null, email_verified_at: null })
  await expect(getPlatformRole(admin)).resolves.toEqual({
    platform_role: 'privileged',
    missing: ['email_proof', 'second_factor'],
  })
})

test('does not exist at a school’s host, whatever address a user has', async () => {
  const school = await createTestSchool()
  const pretender = await school.student({ email: 'privileged@lyceum.test' })
  await expect(pretender.api(contract.getPlatformRole, {})).rejects.toMatchObject({ code: 'not_found' })
})
