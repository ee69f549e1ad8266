// `node scripts/run.js some.ts …`: runs a program of this repository with the pinned Node, after a build.
import { ensureBuilt, ensureInstalled } from './bootstrap.js'
import { handOver } from './hand-over.js'

try {
  await ensureInstalled()
  await ensureBuilt()
  handOver(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
