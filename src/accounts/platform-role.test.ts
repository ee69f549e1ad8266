import { expect, test } from 'vitest'
import { platformRole } from './platform-role.ts'

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
])('%j is %j to the platform', (email, role) => {
  expect(platformRole(config, { email })).toBe(role)
})

test('where nobody is named, nobody is anything', () => {
  const nobody = { supportEmails: [], privilegedEmail: null }
  expect(platformRole(nobody, { email: 'boss@lyceum.test' })).toBeNull()
  expect(platformRole(nobody, { email: '' })).toBeNull()
  expect(platformRole({ ...config, privilegedEmail: null }, { email: 'boss@lyceum.test' })).toBe('support')
})
