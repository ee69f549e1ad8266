import { setTimeout as sleep } from 'node:timers/promises'
import { resolveRefund } from '#payments/contract.ts'
import { reconcilePlatform, reconcileSchool } from '#payments/reconciliation/reconcile.ts'
import { queueTables } from '#platform/jobs/queue-tables.ts'
import { systemActor } from '#tenancy/access/actor.ts'
import { contextFor } from '#tenancy/context/context-for.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { createCtxWithoutTx } from '#tenancy/http/school-transaction.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { call } from '../processes/send.ts'
import { waitUntil } from '../processes/wait-until.ts'
import { eachProvider, providerNames, type PaymentEnvironment } from './payment-environment.ts'

/** The nightly comparison leaves out the last hour. */
const laterMs = 2 * 3_600_000
const maxWaitMs = 420_000

/** Ends the providers' failures, and waits until every webhook, payment, refund and mail was handled. */
export async function completeAll(environment: PaymentEnvironment): Promise<void> {
  const { sandbox, accounts } = environment
  for (const provider of eachProvider(sandbox)) provider.clearFailures()
  for (const name of providerNames) await accounts[name].webhooksIdle()
  let left = ''
  await waitUntil('the end of payments and mails', maxWaitMs, async () => {
    await runDelayedJobs(environment)
    await resolveUnknownRefunds(environment)
    // A refund that was sent just now has webhooks of its own.
    for (const name of providerNames) await accounts[name].webhooksIdle()
    left = await remainingWork(environment)
    await sleep(1_000)
    return left === ''
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}: ${left}`)
  })
}

/**
 * Runs the jobs of payments that wait for a later try, as if the time had passed. Not those of mails: they would use up their
 * tries before the claim of a dead worker expires.
 */
async function runDelayedJobs({ world: { ask } }: PaymentEnvironment) {
  await ask(`update ${queueTables.jobs} j set run_at = now() from ${queueTables.tasks} t
    where t.id = j.task_id and t.identifier in ('verifyPaymentAttempt', 'handlePaymentEvent', 'processRefund')
      and j.run_at > now() and j.locked_at is null`)
}

interface UnknownRefund {
  id: string
  school_id: string
  provider: (typeof providerNames)[number]
  transaction_id: string
}

/**
 * Does the work of staff. Flutterwave and Paystack cannot repeat a refund whose answer was lost: an admin looks for it at the
 * provider, and follows it or sends it again.
 */
async function resolveUnknownRefunds(environment: PaymentEnvironment) {
  const { world, schools, accounts } = environment
  const unknown = await world.ask<UnknownRefund>(
    `select r.id, r.school_id, p.provider, p.transaction_id from refunds r
      join payments p on p.school_id = r.school_id and p.id = r.payment_id
      where r.school_id = any($1) and r.state = 'needs_attention' and r.provider_refund_id is null`,
    [schools.map(({ school_id }) => school_id)],
  )
  for (const { id, school_id, provider, transaction_id } of unknown) {
    const { host, admin } = schools.find((school) => school.school_id === school_id)!
    const sent = accounts[provider].refunds().find(({ payment_id }) => payment_id === transaction_id)
    const decision = sent
      ? { action: 'follow' as const, provider_refund_id: sent.id }
      : { action: 'retry' as const }
    const caller = { origin: environment.origin()!, host, token: admin }
    const { status, text } = await call(caller, resolveRefund, { id, ...decision })
    if (status !== 200) throw new Error(`a refund was not resolved: ${status} ${text}`)
  }
}

/** Counts of what is not done; empty if everything is. */
async function remainingWork({ world: { ask }, schools }: PaymentEnvironment) {
  const ids = schools.map(({ school_id }) => school_id)
  const rows = await ask<{ what: string; count: number }>(
    `select 'orders' as what, count(*)::int as count from orders o where school_id = any($1) and status = 'awaiting_payment'
      union all select 'webhooks', count(*)::int from payment_events where school_id = any($1) and state = 'received'
      union all select 'refunds', count(*)::int from refunds where school_id = any($1) and state in ('requested', 'pending', 'needs_attention')
      union all select 'mails', count(*)::int from mail_outbox where school_id = any($1) and status in ('queued', 'deferred')`,
    [ids],
  )
  return rows
    .filter(({ count }) => count > 0)
    .map(({ what, count }) => `${count} ${what}`)
    .join(', ')
}

/** Runs the nightly comparisons of the platform and of every school, some hours later. */
export async function reconcileAll(environment: PaymentEnvironment): Promise<void> {
  const { services } = environment.app
  const now = new Date(Date.now() + laterMs)
  const source = { request_id: 'faults', request_source: 'job' as const, now }
  const contextOf = (school: Parameters<typeof contextFor>[1]['school']): CtxWithoutTx =>
    createCtxWithoutTx(contextFor(services, { school, actor: systemActor, source }), {
      onSchoolInvalidated: () => {},
    })
  await reconcilePlatform(contextOf({ school_id: PLATFORM_ID, brand: await services.hosts.brand(null) }))
  for (const { school_id } of environment.schools)
    await reconcileSchool(contextOf((await services.hosts.byId(school_id))!))
}
