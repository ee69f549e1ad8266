// `npm start` under the pinned Node: database, web and jobs in one process.
import { startPaymentSandbox } from '#payments/sandbox/start-sandbox.ts'
import { withSandboxPrices } from '#school-billing/index.ts'
import { runProcess } from './run-process.ts'
import { printStartupMessage } from './startup-message.ts'
import { loadDemoIfEmpty } from './load-demo.ts'
import { startApp, startDatabase, runJobs, serveWeb, choosePort } from './server-process.ts'

await runProcess(async (process_) => {
  const withPort = { ...process_, config: await choosePort(process_.config) }
  const database = await startDatabase(withPort)
  const sandbox = await startPaymentSandbox(withPort)
  const running = { ...sandbox, config: withSandboxPrices(sandbox.config) }
  const app = await startApp(running, database, process.argv.includes('--dev') ? 'development' : 'built')
  await loadDemoIfEmpty(running, database, app)
  const worker = await runJobs(running, app, database)
  await serveWeb(running, app)
  // The worker stops taking jobs at the same time as the web server, not after it.
  running.onStop(async () => void worker.stop().catch(() => {}))
  await printStartupMessage(running.config)
})
