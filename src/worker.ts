// The worker process: runs jobs, answers no requests.
import { runProcess } from './run-process.ts'
import { startDatabase, openJobServices, runJobs } from './server-process.ts'

await runProcess(async (running) => {
  const database = await startDatabase(running)
  await runJobs(running, await openJobServices(running, database), database)
  running.log.info('worker is ready')
})
