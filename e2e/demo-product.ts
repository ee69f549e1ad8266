import { cpSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { cloneTemplate } from '#testing/databases.ts'
import { startProduct } from './product.ts'

/** Loading the demo schools and drawing their pictures takes as long as many a test: once in a run. */
const lock = 4_711

/** The whole product with the demo schools, as a copy of its own for the file that asks. */
export async function startDemo(name: string) {
  const scratch = inject('scratch')
  const kept = join(scratch, 'demo-files')
  const done = join(scratch, 'demo-is-loaded')
  const loaded = await alone(async () => {
    const urls = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), 'demo')
    if (existsSync(done)) return urls
    const product = await startProduct({ ...urls, demo: true, scratch })
    await theEndOfJobs(urls.ownerUrl)
    await product.close(kept)
    writeFileSync(done, '')
    return urls
  })
  const urls = await cloneTemplate(loaded.ownerUrl, loaded.appUrl, name)
  const dataDir = mkdtempSync(join(scratch, 'product-'))
  cpSync(kept, dataDir, { recursive: true })
  return startProduct({ ...urls, dataDir })
}

/** Runs while no other worker of this run does the same. */
async function alone<Result>(work: () => Promise<Result>) {
  const client = new pg.Client({ connectionString: inject('templateUrl').replace(/[^/]+$/, 'postgres') })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    return await work()
  } finally {
    await client.end()
  }
}

async function theEndOfJobs(ownerUrl: string) {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    for (let left = 1; left > 0;) {
      await new Promise((resume) => setTimeout(resume, 100))
      const { rows } = await client.query<{ left: number }>(
        `select count(*)::int as left from graphile_worker._private_jobs
         where run_at <= now() and attempts < max_attempts`,
      )
      left = rows[0]!.left
    }
  } finally {
    await client.end()
  }
}
