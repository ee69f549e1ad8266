import { expect, test } from 'vitest'
import { aPlatformAccount, anAccount, aSchool, aVisitor, theApp } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

const standingOf = (caller: Awaited<ReturnType<typeof anAccount>>) =>
  caller.api(contract.showPlatformStanding, {})

async function setAccount(
  id: string,
  change: { email_proved_at?: Date | null; totp_confirmed_at?: Date | null },
) {
  const { db } = (await theApp()).services.databases
  await db.updateTable('accounts').set(change).where('id', '=', id).execute()
}

test('tells an account what it is to the platform, and what it lacks', async () => {
  await expect((await aVisitor()).api(contract.showPlatformStanding, {})).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  await expect(standingOf(await anAccount())).resolves.toEqual({ platform_role: null, lacking: [] })
  const boss = await aPlatformAccount('privileged')
  await expect(standingOf(boss)).resolves.toEqual({ platform_role: 'privileged', lacking: [] })
  await expect(standingOf(await aPlatformAccount('support'))).resolves.toEqual({
    platform_role: 'support',
    lacking: [],
  })
  await setAccount(boss.id, { totp_confirmed_at: null, email_proved_at: null })
  await expect(standingOf(boss)).resolves.toEqual({
    platform_role: 'privileged',
    lacking: ['email_proof', 'second_factor'],
  })
})

test('a school’s host has no such thing, whatever e-mail somebody registered with there', async () => {
  const school = await aSchool()
  const pretender = await school.student({ email: 'privileged@lyceum.test' })
  await expect(pretender.api(contract.showPlatformStanding, {})).rejects.toMatchObject({ code: 'not_found' })
})
