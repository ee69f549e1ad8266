import { expect, test } from 'vitest'
import { actingPlatformRole, missingRequirements, platformRoleByEmail } from './platform-role-by-email.ts'

const config = {
  supportEmails: ['boss@lyceum.test', 'help@lyceum.test'],
  privilegedEmail: 'boss@lyceum.test',
}

test.each([
  ['boss@lyceum.test', 'privileged'],
  [' Boss@Lyceum.test ', 'privileged'],
  ['help@lyceum.test', 'support'],
  ['HELP@LYCEUM.TEST', 'support'],
  ['help@lyceum.test.evil.test', null],
  ['xhelp@lyceum.test', null],
  ['help', null],
  ['', null],
])('maps %j to %j', (email, role) => {
  expect(platformRoleByEmail(config, { email })).toBe(role)
})

test('gives no role if none is configured', () => {
  const nobody = { supportEmails: [], privilegedEmail: null }
  expect(platformRoleByEmail(nobody, { email: 'boss@lyceum.test' })).toBeNull()
  expect(platformRoleByEmail(nobody, { email: '' })).toBeNull()
  expect(platformRoleByEmail({ ...config, privilegedEmail: null }, { email: 'boss@lyceum.test' })).toBe(
    'support',
  )
})

const then = new Date('2026-11-01T00:00:00Z')

test.each([
  [then, then, []],
  [null, then, ['email_proof']],
  [then, null, ['second_factor']],
  [null, null, ['email_proof', 'second_factor']],
])('verified %j and with a factor since %j lacks %j', (email_verified_at, totp_confirmed_at, missing) => {
  const proofs = { email_verified_at, totp_confirmed_at }
  expect(missingRequirements(proofs)).toEqual(missing)
  const acts = missing.length === 0
  expect(actingPlatformRole(config, { email: 'boss@lyceum.test', ...proofs })).toBe(
    acts ? 'privileged' : null,
  )
  expect(actingPlatformRole(config, { email: 'help@lyceum.test', ...proofs })).toBe(acts ? 'support' : null)
  expect(actingPlatformRole(config, { email: 'ana@people.test', ...proofs })).toBeNull()
})
