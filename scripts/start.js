// `npm start`: installs and builds what is missing, then runs the product; `npm start -- web` or `-- worker` runs
// one of the two.
import { ensureBuilt, ensureInstalled } from './bootstrap.js'
import { handOver } from './hand-over.js'

const programs = { all: 'src/start.ts', web: 'src/web.ts', worker: 'src/worker.ts' }

try {
  const [name = 'all'] = process.argv.slice(2)
  if (!Object.hasOwn(programs, name))
    throw new Error(`Unknown program ${name}. Use one of: ${Object.keys(programs).join(', ')}.`)
  await ensureInstalled()
  await ensureBuilt()
  handOver([programs[name]])
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
