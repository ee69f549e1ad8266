import { pino } from 'pino'
import { expect, test } from 'vitest'
import { getTestApp } from '#testing/harness/harness.ts'
import { rootDomain } from '#testing/builders/school-builder.ts'
import { createServer } from '../server.ts'

async function ask(domain: string, remoteAddress: string, headers: Record<string, string> = {}) {
  const { http } = await getTestApp()
  const url = `/internal/tls-allowed?domain=${encodeURIComponent(domain)}`
  return (await http.inject({ url, remoteAddress, headers: { host: 'proxy.internal', ...headers } }))
    .statusCode
}

test('confirms our hosts to a proxy on this machine', async () => {
  expect(await ask(rootDomain, '127.0.0.1')).toBe(200)
  expect(await ask(rootDomain, '::1')).toBe(200)
  expect(await ask('nobody.example', '127.0.0.1')).toBe(404)
  expect(await ask(`${'a.'.repeat(200)}example`, '127.0.0.1')).toBe(404)
})

test('answers nobody else, and no forwarded request', async () => {
  for (const address of ['192.0.2.1', '10.0.0.5', '2001:db8::1'])
    expect(await ask(rootDomain, address)).toBe(404)
  expect(await ask(rootDomain, '127.0.0.1', { 'x-forwarded-for': '192.0.2.1' })).toBe(404)
  expect(await ask(rootDomain, '127.0.0.1', { forwarded: 'for=192.0.2.1' })).toBe(404)
})

test('limits requests per minute', async () => {
  const { config, hosts, databases } = (await getTestApp()).services
  const own = createServer({ config, hosts, databases, logger: pino({ level: 'silent' }) })
  const statuses = new Set<number>()
  for (let n = 0; n < 1_300 && !statuses.has(429); n++)
    statuses.add((await own.inject({ url: '/internal/tls-allowed?domain=nobody.example' })).statusCode)
  await own.close()
  expect(statuses).toContain(429)
})
