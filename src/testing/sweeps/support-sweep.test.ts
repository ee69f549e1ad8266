import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allRoutes } from '#app.ts'
import { logout } from '#accounts/contract.ts'
import { requestWriteAccess } from '#support/contract.ts'
import type { Route } from '#tenancy/contract/define-route.ts'
import { buildRequest } from '../builders/test-client.ts'
import { withRequestCostGuard } from '../builders/request-cost.ts'
import { sampleValue } from './sample-values.ts'
import { createTestSchool, resetClock, type TestClient, type TestSchool } from '../builders/school-builder.ts'
import {
  createTestClock,
  createSupportAccount,
  supportReason,
  type SupportAccount,
} from '../builders/support-builder.ts'

let school: TestSchool
let helper: SupportAccount
let visit: TestClient

beforeAll(async () => {
  school = await createTestSchool()
  helper = await createSupportAccount(createTestClock())
  await helper.enrol()
  visit = withRequestCostGuard(await helper.visit(school))
})
afterAll(() => {
  helper.dismiss()
  resetClock()
})

function request(route: Route) {
  const parts = [route.body, route.query, route.params].map((schema) => sampleValue(schema) as object)
  const input: Record<string, unknown> = Object.assign({}, ...parts)
  for (const name of ['school_id', 'schoolId']) if (name in input) input[name] = school.school_id
  // No generated sample has exactly 43 letters.
  if ('binding' in input) input.binding = 'b'.repeat(43)
  return buildRequest(route, input)
}

const atSchools = allRoutes.filter(({ scope }) => scope !== 'platform')
const named = (chosen: Route[]) => chosen.map((route) => [route.name, route] as const)
const writing = atSchools.filter(({ writes }) => writes)
const always = writing.filter(({ support }) => support === 'always').map(({ name }) => name)

describe('a support visit', () => {
  test('writes by two routes only, which end it and request write access', () => {
    expect(always).toEqual([logout.name, requestWriteAccess.name])
    expect(writing.length).toBeGreaterThan(80)
    // Every route other than GET writes, unless declared otherwise.
    expect(allRoutes.filter(({ method, writes }) => method !== 'GET' && !writes)).toEqual([])
  })

  test.each(named(writing.filter(({ name }) => !always.includes(name))))(
    'is refused by %s without write access',
    async (_name, route) => {
      const answer = await visit.request(request(route))
      expect([answer.status, answer.json.code]).toEqual([403, 'support_read_only'])
    },
  )

  test.each(named(atSchools.filter(({ writes }) => !writes)))(
    'reads from %s or is refused',
    async (_name, route) => {
      expect((await visit.request(request(route))).status).toBeLessThan(500)
    },
  )

  test('cannot change logins, invitations or property of people', () => {
    const never = new Set(writing.filter(({ support }) => support === 'never').map(({ name }) => name))
    const forbidden =
      'requestUserDataExport requestUserErasure cancelUserErasure requestMyErasure mailReauthLink renewDataExport invite inviteMany resendInvitation ' +
      'resendInvitations updateUser changePassword createApiClient createWebhook addDomain setSchoolIssuer resetSecondFactor'
    for (const name of forbidden.split(' ')) expect(never, name).toContain(name)
  })

  test.each(named(writing.filter(({ support }) => support === 'never')))(
    'is refused by %s even with write access',
    async (_name, route) => {
      raised ??= raise()
      const answer = await (await raised).request(request(route))
      expect([answer.status, answer.json.code]).toEqual([403, 'support_forbidden'])
    },
  )
})

let raised: Promise<TestClient> | undefined
async function raise() {
  const other = await helper.visit(school)
  await other.api(requestWriteAccess, { reason: supportReason, minutes: 15, code: helper.code() })
  return other
}
