import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { readConnectionLimit } from '../database/connection-budget.ts'
import { databaseError, StartError } from './start-error.ts'

/** Refuses startup parameters with the message of PgBouncer 1.18. */
async function aStrictPooler() {
  const server = createServer((socket) => {
    socket.once('data', (startup) => {
      const parameter = /statement_timeout/.exec(startup.toString('latin1'))?.[0]
      const fields = `SFATAL\0C08P01\0Munsupported startup parameter: ${parameter}\0\0`
      const head = Buffer.from([0x45, 0, 0, 0, fields.length + 4])
      socket.end(Buffer.concat([head, Buffer.from(fields)]))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

test('reports a pooler that refuses startup parameters, with the setting to change', async () => {
  const pooler = await aStrictPooler()
  const url = `postgres://owner@127.0.0.1:${pooler.port}/school?sslmode=disable`
  const refused = await readConnectionLimit(url).then(() => null, databaseError)
  pooler.close()
  expect(refused).toBeInstanceOf(StartError)
  expect(String(refused)).toContain(
    'ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout',
  )
})

test('distinguishes an error of a statement from one of the connection', () => {
  const error = Object.assign(new Error('division by zero'), { code: '22012' })
  expect(databaseError(error)).toBe(error)
})
