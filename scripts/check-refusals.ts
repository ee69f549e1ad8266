/** A test of the last run must have reached every refusal that a route declares. */
import { readFileSync } from 'node:fs'
import { allRoutes } from '../src/app.ts'

const reached = new Set(readFileSync('.test-output/refusals.txt', 'utf8').split('\n'))
const missing = allRoutes.flatMap((route) =>
  route.refusals
    .filter((code) => !reached.has(`${route.name} ${code}`))
    .map((code) => `${route.name}: ${code}`),
)
if (missing.length) {
  process.stderr.write(`No test reaches these declared refusals:\n  ${missing.join('\n  ')}\n`)
  process.exit(1)
}
process.stdout.write(
  `${allRoutes.reduce((sum, route) => sum + route.refusals.length, 0)} declared refusals, each reached\n`,
)
