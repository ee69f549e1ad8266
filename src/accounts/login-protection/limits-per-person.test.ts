import { expect, test } from 'vitest'
import { inSchool } from '#platform/database/database.server.ts'
import { hashOf, newId, newToken } from '#platform/security/tokens.ts'
import { aCaller } from '#testing/builders/people.ts'
import { aSchool, theApp } from '#testing/builders/school-builder.ts'
import { webClientHeaders } from '#testing/harness/web-client.ts'
import * as contract from '../contract.ts'

type School = Awaited<ReturnType<typeof aSchool>>

async function anotherSession({ school_id, host }: School, user_id: string) {
  const app = await theApp()
  const token = newToken()
  const expires_at = new Date(Date.now() + 86_400_000)
  await inSchool(app.services.databases.db, school_id, (tx) =>
    tx
      .insertInto('sessions')
      .values({ school_id, id: newId(), user_id, token_hash: hashOf(token), expires_at })
      .execute(),
  )
  return aCaller(app, host, token)
}

test('counts the calls of one person together, whichever session they come from', async () => {
  const school = await aSchool()
  const student = await school.student()
  const [limit] = contract.handoff.limits
  const sessions = [student, await anotherSession(school, student.id)]
  for (let call = 0; call < limit!.max; call++) await sessions[call % 2]!.api(contract.handoff, {})
  for (const session of [...sessions, await anotherSession(school, student.id)])
    await expect(session.api(contract.handoff, {})).rejects.toMatchObject({ status: 429 })
  await expect((await school.student()).api(contract.handoff, {})).resolves.toMatchObject({})
})

test('counts the addresses of one IPv6 network together', async () => {
  const { host } = await aSchool()
  const { http } = await theApp()
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
