import { expect, test } from 'vitest'
import { loginAccount } from '#accounts/contract.ts'
import { demoSupportEmails } from '#accounts/config.ts'
import { createTestVisitor, getTestApp } from '#testing/builders/school-builder.ts'
import { demoPassword, demoSupportLogins, seedSupport } from './index.ts'

test('creates support accounts that can log in at the root host, also after a second start', async () => {
  const { databases, config: chosen } = (await getTestApp()).services
  const config = { ...chosen, supportEmails: demoSupportEmails, privilegedEmail: demoSupportEmails[0]! }
  await seedSupport({ config, db: databases.db })
  await seedSupport({ config, db: databases.db })
  const people = demoSupportLogins(config)
  expect(people.map(({ role, email }) => [role, email])).toEqual([
    ['privileged', 'support@lyceum.example'],
    ['support', 'operations@lyceum.example'],
  ])
  const visitor = await createTestVisitor()
  for (const { email, name } of people)
    expect(await visitor.api(loginAccount, { email, password: demoPassword })).toMatchObject({
      user: { email, name },
    })
})

test('sets no public password for a configured address, or in production', () => {
  const named = { supportEmails: ['help@school.test'], privilegedEmail: null, production: false }
  expect(demoSupportLogins(named)).toEqual([])
  const demo = { supportEmails: ['support@lyceum.example'], privilegedEmail: null }
  expect(demoSupportLogins({ ...demo, production: false })).toMatchObject([{ role: 'support' }])
  expect(demoSupportLogins({ ...demo, production: true })).toEqual([])
})
