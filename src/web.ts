// The web process alone: answers requests, runs no jobs.
import { runProcess } from './run-process.ts'
import { openApp, openDatabase, serveWeb, settlePort } from './server-process.ts'

await runProcess(async (process) => {
  const running = { ...process, config: await settlePort(process.config) }
  const database = await openDatabase(running)
  await serveWeb(running, await openApp(running, database, 'built'))
  running.log.info({ port: running.config.port }, 'web is ready')
})
