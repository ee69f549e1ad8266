/** The web process as it runs in production, but for its port, which it prints. */
import { once } from 'node:events'
import { pino } from 'pino'
import { createApp } from '#app.ts'
import { loadConfig } from '#platform/config.ts'

const config = loadConfig()
// The log goes where it goes in production, to standard output: writing it is part of the work.
const app = await createApp({
  config,
  databaseUrl: process.env.APP_DATABASE_URL!,
  logger: pino({ level: 'info' }),
})
const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${new URL(address).port}\n`)
await once(process, 'SIGTERM')
await app.close()
