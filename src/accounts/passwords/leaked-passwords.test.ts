import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dictionary } from '@zxcvbn-ts/language-common'
import { afterEach, expect, test } from 'vitest'
import { stopCapturingLog, captureLog, getTestApp } from '#testing/harness/harness.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { isCommonLeakedPassword } from './leaked-passwords.ts'

const servers: Server[] = []
afterEach(async () => {
  ;(await getTestApp()).services.config.leakedPasswordsUrl = null
  stopCapturingLog()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
})

/** A range service with some passwords; responds like the public one, with padding. */
async function aRangeService(leaked: string[], { status = 200 } = {}) {
  const requests: { path: string; padded: boolean }[] = []
  const server = createServer((request, response) => {
    requests.push({ path: request.url!, padded: request.headers['add-padding'] === 'true' })
    const lines = leaked
      .map((password) => createHash('sha1').update(password).digest('hex').toUpperCase())
      .filter((hash) => request.url === `/range/${hash.slice(0, 5)}`)
      .map((hash) => `${hash.slice(5)}:37`)
    response.writeHead(status).end(['0'.repeat(35) + ':0', ...lines, 'F'.repeat(35) + ':0'].join('\r\n'))
  })
  servers.push(server)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  ;(await getTestApp()).services.config.leakedPasswordsUrl = `http://127.0.0.1:${port}/range/`
  return { requests, server }
}

let people = 0
const register = async (password: string) => {
  const school = await createTestSchool()
  const email = `leak-${people++}@people.test`
  return school.visitor().api(contract.registerStudent, { name: 'Ada', email, password })
}
const refused = { errors: [{ path: 'password', code: 'too_common' }] }

test('contains the three thousand most common passwords of valid length, in any case', async () => {
  const commonest = dictionary['passwords-common'].map(String).filter(({ length }) => length >= 8)
  expect(commonest.length).toBeGreaterThan(15_000)
  for (const password of commonest.slice(0, 3_000)) {
    expect(await isCommonLeakedPassword(password), password).toBe(true)
    expect(await isCommonLeakedPassword(password.toUpperCase()), password).toBe(true)
  }
  expect(await isCommonLeakedPassword('mangoes ripen slowly')).toBe(false)
})

test('refuses one of them at registration', async () => {
  for (const password of ['bigdaddy', 'MARLBORO', 'rush2112'])
    await expect(register(password)).rejects.toMatchObject(refused)
})

test('refuses a leaked password, and sends the service five letters', async () => {
  const { requests } = await aRangeService(['a rare but leaked one'])
  await expect(register('a rare but leaked one')).rejects.toMatchObject(refused)
  await expect(register('a rare one that is not')).resolves.toMatchObject({ user_type: 'student' })
  expect(requests).toHaveLength(2)
  for (const { path, padded } of requests) {
    expect(path).toMatch(/^\/range\/[0-9A-F]{5}$/)
    expect(padded).toBe(true)
  }
})

test('ignores padding entries', async () => {
  const hash = createHash('sha1').update('seen never at all').digest('hex').toUpperCase()
  const { server } = await aRangeService([])
  server.removeAllListeners('request')
  server.on('request', (_request, response) => response.end(`${hash.slice(5)}:0`))
  await expect(register('seen never at all')).resolves.toMatchObject({ user_type: 'student' })
})

test('accepts registrations while the service is unavailable, and logs this', async () => {
  const lines = captureLog()
  const loggedLines = () => lines.filter(({ msg }) => msg === 'leaked passwords could not be looked up')
  await aRangeService(['broken service here'], { status: 500 })
  await expect(register('broken service here')).resolves.toMatchObject({ user_type: 'student' })
  expect(loggedLines()).toMatchObject([{ failure: 'it answered 500' }])
  await new Promise((closed) => servers.splice(0)[0]!.close(closed))
  await expect(register('nobody listens there')).resolves.toMatchObject({ user_type: 'student' })
  expect(loggedLines()).toMatchObject([{}, { failure: 'connection_failed', reqId: expect.any(String) }])
  expect(JSON.stringify(lines)).not.toMatch(/nobody listens there|broken service here|people\.test/)
})
