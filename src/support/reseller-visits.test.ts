import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginAdmin, getMe } from '#accounts/contract.ts'
import { listAuditLog } from '#schools/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { createTestReseller, type TestReseller } from '#testing/builders/reseller-builder.ts'
import { resetClock, rootDomain, getTestApp } from '#testing/builders/school-builder.ts'
import {
  createTestClock,
  createSupportAccount,
  supportReason,
  type SupportAccount,
} from '#testing/builders/support-builder.ts'
import * as contract from './contract.ts'

const label = `gulu-${newId().slice(-8)}`
let reseller: TestReseller
let school: Awaited<ReturnType<TestReseller['openSchool']>>
let helper: SupportAccount

beforeAll(async () => {
  reseller = await createTestReseller()
  school = await reseller.openSchool(label)
  helper = await createSupportAccount(createTestClock())
  await helper.enrol()
})
afterAll(async () => {
  helper.dismiss()
  resetClock()
  const { databases, hosts } = (await getTestApp()).services
  await databases.db
    .updateTable('resellers')
    .set({ is_serving: false })
    .where('id', '=', reseller.id)
    .execute()
  hosts.evict()
})

const begin = (school_address: string) =>
  helper.api(contract.startVisit, {
    school_address,
    reason: supportReason,
    minutes: 15,
    code: helper.code(),
  })

test('takes support from any address of a reseller’s school to its canonical host', async () => {
  for (const address of [
    label,
    `${label}.${rootDomain}`,
    `https://${label}.${reseller.root_domain}:3000/manage`,
  ]) {
    const { url } = await begin(address)
    expect(url).toMatch(
      new RegExp(`^http://${label}\\.${reseller.root_domain.replaceAll('.', String.raw`\.`)}:3000/manage\\?`),
    )
  }
  for (const address of [
    reseller.root_domain,
    `nobody.${reseller.root_domain}`,
    'lyceum.test',
    'nobody.example',
  ])
    await expect(begin(address)).rejects.toMatchObject({ code: 'school_not_found' })
})

test('shows the school the reseller’s support only, and ends the visit with the support account', async () => {
  const { code } = await begin(label)
  const host = `${label}.${reseller.root_domain}`
  const { user_token } = await reseller
    .visitor(host)
    .api(loginAdmin, { login_with: 'handoff', token: code, school_id: school.school.school_id })
  const headers = { 'x-access-token': user_token }
  const visit = reseller.visitor(host)
  const shown = { name: reseller.name, email: `help@${reseller.root_domain}` }
  expect(await visit.api(getMe, {}, headers)).toMatchObject(shown)
  const replies = [
    await visit.api(contract.getMyVisit, {}, headers),
    await visit.api(contract.listVisits, {}, headers),
    await visit.api(listAuditLog, {}, headers),
  ]
  expect(replies[0]).toMatchObject(shown)
  expect(JSON.stringify(replies)).not.toMatch(new RegExp(`lyceum|${helper.email}`, 'i'))
  helper.dismiss()
  await expect(visit.api(getMe, {}, headers)).rejects.toMatchObject({ status: 401 })
})
