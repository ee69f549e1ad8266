import { queueTables } from '#platform/jobs/queue-tables.ts'
import { cpSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { demoId } from '#demo/ids.ts'
import { cloneTemplate } from '#testing/harness/databases.ts'
import { startProduct } from './product.ts'

/** Loading the demo schools and encoding their images takes as long as many tests: once per run. */
const lock = 4_711

/** The whole product with the demo schools, as a separate copy for the calling file. */
export async function startDemo(name: string) {
  const scratch = inject('scratch')
  const stored = join(scratch, 'demo-files')
  const done = join(scratch, 'demo-is-loaded')
  const loaded = await alone(async () => {
    const urls = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), 'demo')
    if (existsSync(done)) return urls
    const seeded = () => drawOneSchool(urls.ownerUrl)
    const product = await startProduct({ ...urls, demo: true, seeded, scratch })
    await theEndOfJobs(urls.ownerUrl)
    await product.close(stored)
    writeFileSync(done, '')
    return urls
  })
  const urls = await cloneTemplate(loaded.ownerUrl, loaded.appUrl, name)
  const dataDir = mkdtempSync(join(scratch, 'product-'))
  cpSync(stored, dataDir, { recursive: true })
  return startProduct({ ...urls, dataDir })
}

/** Runs while no other worker of this run does the same. */
const alone = <Result>(work: () => Promise<Result>) =>
  connected(inject('templateUrl').replace(/[^/]+$/, 'postgres'), async (client) => {
    await client.query('select pg_advisory_lock($1)', [lock])
    return work()
  })

/** Encoding every image of every school takes as long as a hundred pages; one school gets all sizes. */
const drawOneSchool = (ownerUrl: string) =>
  connected(ownerUrl, (client) =>
    client.query(
      `delete from ${queueTables.jobs} as j using ${queueTables.tasks} as t
       where t.id = j.task_id and t.identifier = 'resizeImage' and j.payload ->> 'school_id' <> $1`,
      [demoId('school', 'codecraft')],
    ),
  )

const theEndOfJobs = (ownerUrl: string) =>
  connected(ownerUrl, async (client) => {
    for (let left = 1; left > 0;) {
      await new Promise((resume) => setTimeout(resume, 100))
      const { rows } = await client.query<{ left: number }>(
        `select count(*)::int as left from ${queueTables.jobs}
         where run_at <= now() and attempts < max_attempts`,
      )
      left = rows[0]!.left
    }
  })

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
