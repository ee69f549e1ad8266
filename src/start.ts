// `npm start` under the pinned Node: the database, the web and the jobs in one process.
import { runProcess } from './run-process.ts'
import { greet } from './startup-message.ts'
import { loadDemoOnce } from './load-demo.ts'
import { openApp, openDatabase, runJobs, serveWeb, settlePort } from './server-process.ts'

await runProcess(async (process_) => {
  const running = { ...process_, config: await settlePort(process_.config) }
  const database = await openDatabase(running)
  const app = await openApp(running, database, process.argv.includes('--dev') ? 'development' : 'built')
  await loadDemoOnce(running, database, app)
  const worker = await runJobs(running, app, database)
  await serveWeb(running, app)
  // The worker stops taking jobs as soon as the web does, instead of after it.
  running.onStop(async () => void worker.stop().catch(() => {}))
  await greet(running.config)
})
