// The web process: answers requests, runs no jobs.
import { runProcess } from './run-process.ts'
import { startApp, startDatabase, serveWeb, choosePort } from './server-process.ts'

await runProcess(async (process) => {
  const running = { ...process, config: await choosePort(process.config) }
  const database = await startDatabase(running)
  await serveWeb(running, await startApp(running, database, 'built'))
  running.log.info({ port: running.config.port }, 'web is ready')
})
