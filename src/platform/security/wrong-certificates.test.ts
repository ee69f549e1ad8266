import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { untrustedCertificate } from '#testing/fakes/untrusted-certificate.ts'
import { connectDatabases } from '../database/database.server.ts'
import { sendOutbound } from '../outbound/index.ts'

// Servers that we call must prove their identity, or get no data.

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

async function listening(server: Server) {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  opened.push({ close: () => new Promise((closed) => server.close(closed)) })
  return (server.address() as AddressInfo).port
}

/** Speaks the Postgres protocol until TLS is established, and stores what it receives afterwards. */
async function aDatabaseServer() {
  const loggedLines: string[] = []
  const port = await listening(
    createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.write('S')
        const secure = new TLSSocket(socket, { isServer: true, ...untrustedCertificate })
        secure.on('data', (bytes: Buffer) => {
          loggedLines.push(bytes.toString('latin1'))
          secure.destroy()
        })
        secure.on('error', () => socket.destroy())
      })
    }),
  )
  return { loggedLines, port }
}

async function failureOf(url: string) {
  const databases = connectDatabases({ url, max: 1 })
  opened.push(databases)
  return sql`select 1`.execute(databases.db).then(
    () => 'an answer',
    (error: { code?: string }) => error.code,
  )
}

test('sends no user or password to a database with an untrusted certificate', async () => {
  const { loggedLines, port } = await aDatabaseServer()
  const at = (query: string) => `postgres://lyceum:hunter2@localhost:${port}/lyceum?${query}`
  expect(await failureOf(at('sslmode=verify-full'))).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
  expect(loggedLines).toEqual([])
  // Without the check, the same server would receive them.
  await failureOf(at('sslmode=no-verify'))
  expect(loggedLines.join()).toContain('lyceum')
})

test('sends none to a database with the certificate of another host', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-authority-'))
  opened.push({ close: () => rmSync(folder, { recursive: true }) })
  const root = join(folder, 'root.pem')
  writeFileSync(root, untrustedCertificate.cert)
  const { loggedLines, port } = await aDatabaseServer()
  const url = `postgres://lyceum:hunter2@localhost:${port}/lyceum?sslmode=verify-full&sslrootcert=${root}`
  expect(await failureOf(url)).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
  expect(loggedLines).toEqual([])
})

test('does not call a school’s server without a valid certificate', async () => {
  let heard = 0
  const server = createHttpsServer(untrustedCertificate, (_request, response) => {
    heard++
    response.end()
  })
  const port = await listening(server)
  const call = sendOutbound({ method: 'GET', url: `https://localhost:${port}/`, allowLoopback: true })
  await expect(call).rejects.toMatchObject({ failure: 'tls_failed' })
  expect(heard).toBe(0)
})
