import { queueTables } from '#platform/jobs/queue-tables.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { queryAsOwner } from '#testing/builders/queue.ts'
import { createPlatformAccount, createTestSchool, type TestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

let admin: Awaited<ReturnType<typeof createPlatformAccount>>
beforeAll(async () => {
  admin = await createPlatformAccount('privileged')
})

/** Creates parked jobs of a school, with a payload that must stay secret. */
async function parked(school: TestSchool, count: number) {
  const task = `test-parked-${newId()}`
  await school.transact(async (ctx) => {
    for (let index = 0; index < count; index++)
      await ctx.enqueue({ name: task }, { index, secret: 'hunter2' }, { job_key: `${task}-${index}` })
  })
  const ids = await queryAsOwner<{ id: number }>(
    `update ${queueTables.jobs} j set attempts = max_attempts, last_error = 'the mail server said no'
     from ${queueTables.tasks} t where t.id = j.task_id and t.identifier = $1 returning j.id`,
    [task],
  )
  return { task, ids: ids.map(({ id }) => id) }
}

const stateOf = (task: string) =>
  queryAsOwner<{ id: number; attempts: number; last_error: string | null }>(
    `select j.id, j.attempts::int, j.last_error from ${queueTables.jobs} j
     join ${queueTables.tasks} t on t.id = j.task_id where t.identifier = $1 order by j.id`,
    [task],
  )

test('lists jobs by school and kind, page by page, without payload', async () => {
  const school = await createTestSchool({ name: 'Kano Evening School' })
  const { task, ids } = await parked(school, 3)
  await parked(await createTestSchool(), 1)
  const jobIds: number[] = []
  let cursor: string | undefined
  do {
    const page = await admin.api(contract.listParkedJobs, {
      school_id: school.school_id,
      limit: 2,
      ...(cursor && { cursor }),
    })
    for (const job of page.data)
      expect(job).toMatchObject({
        task,
        attempts: 5,
        last_error: 'the mail server said no',
        school: { school_id: school.school_id, name: 'Kano Evening School' },
      })
    expect(JSON.stringify(page)).not.toContain('hunter2')
    jobIds.push(...page.data.map((job) => job.id))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(new Set(jobIds)).toEqual(new Set(ids))
  expect(jobIds).toHaveLength(3)
  expect((await admin.api(contract.listParkedJobs, { task })).data).toHaveLength(3)
  expect((await admin.api(contract.listParkedJobs, { task: 'no-such-task' })).data).toEqual([])
})

test('retries or deletes each job once and audits it', async () => {
  const school = await createTestSchool()
  const { task, ids } = await parked(school, 3)
  const [first, second, third] = ids
  const answers = await Promise.all(
    [1, 2, 3].map(() => admin.api(contract.retryParkedJobs, { ids: [first!, second!] })),
  )
  expect(answers.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual([0, 0, 2])
  expect(await stateOf(task)).toEqual([
    { id: first, attempts: 0, last_error: null },
    { id: second, attempts: 0, last_error: null },
    { id: third, attempts: 5, last_error: 'the mail server said no' },
  ])
  // A retried job is not parked any more; an outdated page cannot delete it.
  const deletion = { ids: [first!, third!], reason: 'The address is wrong' }
  await expect(admin.api(contract.deleteParkedJobs, { ...deletion, reason: ' ' })).rejects.toMatchObject({
    status: 422,
  })
  await expect(admin.api(contract.deleteParkedJobs, deletion)).resolves.toEqual({ count: 1 })
  expect((await stateOf(task)).map(({ id }) => id)).toEqual([first, second])
  await expect(admin.api(contract.deleteParkedJobs, deletion)).resolves.toEqual({ count: 0 })
  const { data } = await admin.api(contract.listPlatformAuditLog, { school_id: school.school_id })
  const acts = data.map(
    ({ action, subject_id, change }) => `${action} ${subject_id} ${String(change.reason)}`,
  )
  expect(new Set(acts)).toEqual(
    new Set([
      `job.retried ${first} undefined`,
      `job.retried ${second} undefined`,
      `job.deleted ${third} The address is wrong`,
    ]),
  )
  expect(acts).toHaveLength(3)
})

test.each([0, -1, 1.5, 1e300, '', 'x', null])('%j is not a job id', async (id) => {
  await expect(admin.api(contract.retryParkedJobs, { ids: [id as number] })).rejects.toMatchObject({
    status: 422,
  })
})

test('hides the jobs from a transaction of a school', async () => {
  const school = await createTestSchool()
  for (const call of [
    sql`select parked_jobs(null, null)`,
    sql`select retry_parked_jobs('{1}')`,
    sql`select delete_parked_jobs('{1}')`,
  ])
    await expect(school.transact(({ tx }) => call.execute(tx))).rejects.toThrow('own transactions')
})
