import { queueTables } from '#platform/jobs/queue-tables.ts'
import { expireJobLocks } from '../advance-time.ts'
import type { FaultRunOptions, FaultRunResult } from '../check-results.ts'
import { buyAll, planPurchases, type PurchaseLedger } from '../payments/buyers.ts'
import { checkBooks } from '../payments/check-books.ts'
import {
  providerNames,
  startPaymentEnvironment,
  type PaymentEnvironment,
} from '../payments/payment-environment.ts'
import { coursesPerSchool } from '../payments/selling-schools.ts'
import { reconcileAll, completeAll } from '../payments/complete-all.ts'
import type { FaultEnvironment } from '../processes/fault-environment.ts'
import { waitUntil } from '../processes/wait-until.ts'

const soon = 60_000

/** Three moments of a settlement, each with one purchase at one provider. */
const moments = [afterInboxInsert, duringSettlement, betweenCommitAndMail] as const

/**
 * Kills processes at chosen moments: after a webhook was stored, while a worker asks the provider, and after the settlement was
 * committed but before its mail was sent. Each purchase must end with one payment, one entitlement and one mail.
 */
export async function paymentsKilled(
  world: FaultEnvironment,
  { rounds }: Pick<FaultRunOptions, 'rounds'>,
): Promise<FaultRunResult> {
  const count = rounds * moments.length
  const students = Math.ceil(count / providerNames.length / coursesPerSchool)
  const environment = await startPaymentEnvironment(world, { webs: 1, workers: 0, students })
  try {
    const ledger: PurchaseLedger = {
      purchases: planPurchases(environment.schools, count),
      others: new Map(),
      violations: [],
    }
    for (let index = 0; index < count; index++) {
      const purchases = [ledger.purchases[index]!]
      // Another provider at each moment of the next round.
      await moments[(index + Math.floor(index / moments.length)) % moments.length]!(environment, async () => {
        await buyAll(environment, { ...ledger, purchases }, { buyers: 1, returns: false })
      })
    }
    await environment.startWorker()
    await completeAll(environment)
    await reconcileAll(environment)
    return {
      rounds: count,
      acknowledged: ledger.purchases.filter(({ is_paid }) => is_paid).length,
      ...(await checkBooks(environment, ledger)),
      note: `${rounds} kills at each of ${moments.length} moments`,
    }
  } finally {
    await environment.close()
  }
}

type Buy = () => Promise<void>

/** The only web process dies when it has stored the webhook; no worker runs. */
async function afterInboxInsert(environment: PaymentEnvironment, buy: Buy) {
  const before = await countOf(environment, storedEvents)
  await buy()
  await waitUntil('a stored webhook', soon, async () => (await countOf(environment, storedEvents)) > before)
  const [web] = environment.processes.webs.splice(0, 1)
  await web!.child.kill()
  await environment.startWeb()
  await workUntilSettled(environment)
}

/** The worker dies while the provider answers its question. */
async function duringSettlement(environment: PaymentEnvironment, buy: Buy) {
  await buy()
  await webhooksIdle(environment)
  for (const name of providerNames)
    environment.sandbox[name].failNext({ kind: 'hang', request: 'GET', times: 1 })
  const [worker] = await startedWorkers(environment)
  await waitUntil('a worker that waits for the provider', soon, () =>
    providerNames.some((name) => !environment.sandbox[name].isFailurePlanned()),
  )
  await worker!.kill()
  for (const name of providerNames) environment.sandbox[name].clearFailures()
  await workUntilSettled(environment)
}

/** The worker dies when the settlement is committed, and the mail server has not answered yet. */
async function betweenCommitAndMail(environment: PaymentEnvironment, buy: Buy) {
  const { mailbox } = environment.world
  await buy()
  await webhooksIdle(environment)
  mailbox.refuse(451)
  const [worker] = await startedWorkers(environment)
  await waitUntil('a receipt that is not sent', soon, async () => (await countOf(environment, openMails)) > 0)
  await worker!.kill()
  mailbox.refuse(null)
  await workUntilSettled(environment)
}

async function startedWorkers(environment: PaymentEnvironment) {
  await environment.startWorker()
  return environment.processes.workers.splice(0)
}

/** Runs another worker until nothing is left, as if the locks of the dead one had expired. */
async function workUntilSettled(environment: PaymentEnvironment) {
  const { world } = environment
  await expireJobLocks(world)
  const [worker] = await startedWorkers(environment)
  await waitUntil('the settlement', soon, async () => {
    await world.ask(
      `update ${queueTables.jobs} set run_at = now() where run_at > now() and locked_at is null
        and task_id in (select id from ${queueTables.tasks} where identifier in ('handlePaymentEvent', 'deliverMail'))`,
    )
    return (await countOf(environment, openWork)) === 0
  })
  await worker!.stop()
}

const webhooksIdle = async ({ accounts }: PaymentEnvironment) => {
  for (const name of providerNames) await accounts[name].webhooksIdle()
}

const storedEvents = `select count(*)::int as count from payment_events where school_id = any($1)`
const openMails = `select count(*)::int as count from mail_outbox where school_id = any($1) and status in ('queued', 'deferred')`
const openWork = `select ((select count(*) from payment_events where school_id = any($1) and state = 'received')
  + (select count(*) from orders where school_id = any($1) and status = 'awaiting_payment')
  + (select count(*) from mail_outbox where school_id = any($1) and status in ('queued', 'deferred')))::int as count`

async function countOf({ world, schools }: PaymentEnvironment, text: string) {
  const ids = schools.map(({ school_id }) => school_id)
  const [row] = await world.ask<{ count: number }>(text, [ids])
  return row!.count
}
