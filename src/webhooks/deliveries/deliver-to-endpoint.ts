import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { sendDelivery } from './send-delivery.ts'
import { claimDelivery, type ClaimedDelivery } from './claim-delivery.ts'
import { deliverWebhooksJob } from '../job-handles.ts'
import { concurrencyLimit } from './concurrency-limit.ts'
import { recordDeliveryResult } from './record-delivery-result.ts'

const lookAgainMs = 1_000

/** Running attempts by endpoint and by school. They occupy no slot of the job queue. */
const busy = new Map<string, number>()
const underWay = new Set<Promise<void>>()

const busyAt = (key: string) => busy.get(key) ?? 0
function count(keys: string[], by: number) {
  for (const key of keys) {
    const now = busyAt(key) + by
    if (now === 0) busy.delete(key)
    else busy.set(key, now)
  }
}

/**
 * Claims and sends due deliveries of an endpoint without waiting for the responses: each attempt looks for more
 * when it ends. Safe to repeat: a claim excludes other workers, and an expired one is claimed again.
 */
export async function deliverToEndpoint(ctx: CtxWithoutTx, endpoint_id: string): Promise<void> {
  const keys = [endpoint_id, ctx.school_id, 'process']
  const [atEndpoint, atSchool, inAll] = keys.map(busyAt) as [number, number, number]
  const room = concurrencyLimit({ endpoint: atEndpoint, school: atSchool, process: inAll })
  if (room < 1) {
    // Running attempts continue by themselves; if other endpoints use the capacity, a later job is needed.
    if (atEndpoint === 0) await lookLater(ctx, endpoint_id)
    return
  }
  count(keys, room)
  let taken: ClaimedDelivery[] = []
  try {
    taken = await ctx.transact((txCtx) =>
      claimDelivery(txCtx, endpoint_id, { room, busy: atEndpoint, now: new Date() }),
    )
  } finally {
    count(keys, taken.length - room)
  }
  for (const claimed of taken) {
    const carrying = carry(ctx, claimed, keys).finally(() => underWay.delete(carrying))
    underWay.add(carrying)
  }
}

/** Only our own database can fail here: the claim expires, and the scheduled job sends again. */
async function carry(ctx: CtxWithoutTx, claimed: ClaimedDelivery, keys: string[]) {
  let isSettled = false
  try {
    const outcome = await sendDelivery(ctx.config, claimed)
    await ctx.transact((txCtx) => recordDeliveryResult(txCtx, claimed, { outcome, now: new Date() }))
    isSettled = true
  } catch {
    isSettled = false
  } finally {
    count(keys, -1)
  }
  if (isSettled && !stopping) await deliverToEndpoint(ctx, claimed.endpoint_id).catch(() => {})
}

const lookLater = (ctx: CtxWithoutTx, endpoint_id: string) =>
  ctx.transact((txCtx) =>
    txCtx.enqueue(deliverWebhooksJob, { endpoint_id }, { run_at: new Date(Date.now() + lookAgainMs) }),
  )

let stopping = false

/** Waits for running attempts and starts no more: other workers continue. */
export async function drainDeliveries() {
  stopping = true
  while (underWay.size > 0) await Promise.all(underWay)
  stopping = false
}
