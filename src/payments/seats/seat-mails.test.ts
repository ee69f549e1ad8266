import { expect, test } from 'vitest'
import { queueTables } from '#platform/jobs/queue-tables.ts'
import { runPaymentJobs } from '#testing/builders/payments-builder.ts'
import { createSeatSale, giftFor, mailsTo, readSeats } from '#testing/builders/plans/seats-builder.ts'
import { queryAsOwner, runJob } from '#testing/builders/queue.ts'
import { setClock } from '#testing/builders/school-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import { inviteToSeats } from '../contract.ts'
import { findOpenPaymentsJob } from '../jobs.ts'
import { mailDueSeats } from './mail-seats.ts'

useTestPayments()

const ada = 'ada@people.test'

/** The waiting jobs that mail seats of a school; `delete` loses them, as a restore from a backup does. */
const mailJobs = (action: 'select *' | 'delete', school_id: string) =>
  queryAsOwner<{ id: string }>(
    `${action} from ${queueTables.jobs} j where j.payload ->> 'school_id' = $1
     and j.task_id in (select id from ${queueTables.tasks} where identifier = 'mailSeats')`,
    [school_id],
  )

test('the payment of a gift and the job of its mail are stored together', async () => {
  const { school } = await createSeatSale(giftFor(ada))
  // The process ended right after the payment: nothing else has run.
  expect(await mailsTo(school, ada)).toEqual([])
  expect(await mailJobs('select *', school.school_id)).toHaveLength(1)
  await runPaymentJobs(school)
  await runPaymentJobs(school)
  expect(await mailsTo(school, ada)).toHaveLength(1)
})

test('a mail whose job was lost is sent once', async () => {
  const { school, ...sale } = await createSeatSale({ seats: 2 })
  await sale.buyer.api(inviteToSeats, { id: sale.order.id, emails: [ada] })
  await mailJobs('delete', school.school_id)
  await runPaymentJobs(school)
  expect(await mailsTo(school, ada)).toEqual([])
  const later = new Date(Date.now() + 20 * 60_000)
  setClock(later)
  await runJob(
    { transact: (work) => school.transact((ctx) => work({ ...ctx, now: later })) },
    findOpenPaymentsJob,
    undefined,
  )
  await runPaymentJobs(school)
  await runPaymentJobs(school)
  expect(await mailsTo(school, ada)).toHaveLength(1)
  expect((await readSeats(sale)).seats).toMatchObject([{ state: 'sent' }])
})

test('workers that die or run at the same time send a mail once', async () => {
  const { school } = await createSeatSale(giftFor(ada))
  const atCommit = school.transact(async (ctx) => {
    await mailDueSeats(ctx)
    throw new Error('the worker died')
  })
  await expect(atCommit).rejects.toThrow('the worker died')
  expect(await mailsTo(school, ada)).toEqual([])
  await Promise.all([1, 2, 3].map(() => school.transact((ctx) => mailDueSeats(ctx))))
  expect(await mailsTo(school, ada)).toHaveLength(1)
})
