/** The web process as it runs in production, but for its port, which it sends. */
import { once } from 'node:events'
import { createApp } from '#app.ts'
import { loadConfig } from '#config.ts'
import { createLog } from '#platform/telemetry/log.ts'

const config = loadConfig()
// The log goes where it goes in production, to standard output: writing it is part of the work.
const app = await createApp({
  config,
  databaseUrl: process.env.APP_DATABASE_URL!,
  logger: createLog('info'),
})
const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
process.send!(new URL(address).port)
await once(process, 'SIGTERM')
await app.close()
