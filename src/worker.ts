// The worker process alone: runs jobs, answers no requests.
import { runProcess } from './run-process.ts'
import { openApp, openDatabase, runJobs } from './server-process.ts'

await runProcess(async (running) => {
  const database = await openDatabase(running)
  await runJobs(running, await openApp(running, database, 'none'), database)
  running.log.info('worker is ready')
})
