/**
 * `npm run bench:seed -- --schools 10000 --enrolments 1000000`: creates a data directory below `bench-data/` with
 * that many schools, for `npm run bench -- --only scale` and `--only plans`. Continues an interrupted run.
 */
import { parseArgs } from 'node:util'
import { dataFolder, openSeededDatabase } from './folder.ts'

const { values: options } = parseArgs({
  options: {
    schools: { type: 'string', default: '10000' },
    enrolments: { type: 'string', default: '1000000' },
  },
})
const crowd = { schools: Number(options.schools), enrolments: Number(options.enrolments) }
for (const [name, value] of Object.entries(crowd))
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} takes a number from 1 on`)

const started = performance.now()
const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`
const { postgres } = await openSeededDatabase(crowd, (done) =>
  console.log(`${done} of ${crowd.schools} schools after ${seconds()}`),
)
await postgres.stop()
console.log(`${dataFolder(crowd)} is ready after ${seconds()}`)
