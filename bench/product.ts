/** The web process as in production, except for its port, which it sends. */
import { once } from 'node:events'
import { createApp } from '#app.ts'
import { loadConfig } from '#config.ts'
import { createLog } from '#platform/telemetry/log.ts'

const config = loadConfig()
// Logs to standard output as in production: writing it is part of the work.
const app = await createApp({
  config,
  databaseUrl: process.env.APP_DATABASE_URL!,
  logger: createLog('info'),
})
const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
process.send!(new URL(address).port)
await once(process, 'SIGTERM')
await app.close()
