// `npm start`: installs and builds what is missing, then runs the product.
import { ensureBuilt, ensureInstalled } from './bootstrap.js'
import { handOver } from './hand-over.js'

try {
  await ensureInstalled()
  await ensureBuilt()
  handOver(['src/start.ts'])
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
