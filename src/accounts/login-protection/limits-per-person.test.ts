import { expect, test } from 'vitest'
import { withSchoolTx } from '#tenancy/database/school-tx.ts'
import { hashToken, newId, newToken } from '#platform/security/tokens.ts'
import { createTestClient } from '#testing/builders/test-client.ts'
import { createTestSchool, getTestApp } from '#testing/builders/school-builder.ts'
import { webClientHeaders } from '#testing/harness/web-client.ts'
import * as contract from '../contract.ts'

type School = Awaited<ReturnType<typeof createTestSchool>>

async function anotherSession({ school_id, host }: School, user_id: string) {
  const app = await getTestApp()
  const token = newToken()
  const expires_at = new Date(Date.now() + 86_400_000)
  await withSchoolTx(app.services.databases.db, school_id, (tx) =>
    tx
      .insertInto('sessions')
      .values({ school_id, id: newId(), user_id, token_hash: hashToken(token), expires_at })
      .execute(),
  )
  return createTestClient(app, host, token)
}

test('counts requests of a person together over all sessions', async () => {
  const school = await createTestSchool()
  const student = await school.student()
  const [limit] = contract.createHandoff.limits
  const sessions = [student, await anotherSession(school, student.id)]
  for (let call = 0; call < limit!.max; call++) await sessions[call % 2]!.api(contract.createHandoff, {})
  for (const session of [...sessions, await anotherSession(school, student.id)])
    await expect(session.api(contract.createHandoff, {})).rejects.toMatchObject({ status: 429 })
  await expect((await school.student()).api(contract.createHandoff, {})).resolves.toMatchObject({})
})

test('counts addresses of one IPv6 network together', async () => {
  const { host } = await createTestSchool()
  const { http } = await getTestApp()
  const statusFrom = async (remoteAddress: string) => {
    const url = '/api/schools/auth/api/v1/invitations/read'
    const headers = { host, 'content-type': 'application/json', ...webClientHeaders }
    const payload = JSON.stringify({ register_token: 'none' })
    return (await http.inject({ method: 'POST', url, headers, payload, remoteAddress })).statusCode
  }
  const [limit] = contract.readInvitation.limits
  for (let call = 0; call < limit!.max; call++)
    expect(await statusFrom(`2001:db8:0:7::${call.toString(16)}`)).not.toBe(429)
  expect(await statusFrom('2001:db8:0:7:ffff::1')).toBe(429)
  expect(await statusFrom('2001:db8:0:8::1')).not.toBe(429)
})
