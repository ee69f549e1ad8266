// `node scripts/operate.js some.ts …`: runs an operator command with the pinned Node. Needs no built screens.
import { ensureInstalled } from './bootstrap.js'
import { handOver } from './hand-over.js'

try {
  await ensureInstalled()
  handOver(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
