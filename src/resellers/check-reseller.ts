import {
  lockHosts,
  lookUpRecords,
  nextCheckAt,
  nextDomainState,
  type DomainState,
} from '#custom-domains/index.ts'
import type { Config } from '#platform/config/config.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { checkResellerJob, resellerJobKey } from './job-handles.ts'
import { domainsOverlap } from './policy.ts'
import { hostWithin } from '#tenancy/index.ts'
import { findReseller, selectResellers, resellerView, type ResellerRow } from './queries.ts'
import { lookUpSender, updateSenderVerification } from './check-sender.ts'
import { announceBrandChange } from './announce-brand-change.ts'

export async function checkReseller(
  ctx: CtxWithoutTx,
  { id }: Input<typeof contract.checkReseller>,
): Promise<Reply<typeof contract.checkReseller>> {
  const row = ensureFound(await ctx.transact((txCtx) => findReseller(txCtx, id)))
  return ensureFound(await verifyReseller(ctx, row))
}

/** Reads DNS outside of a transaction, then records the result; null if the root domain changed meanwhile. */
export async function verifyReseller(
  ctx: CtxWithoutTx,
  { id, root_domain, verification_record, ...read }: ResellerRow,
) {
  const { config } = ctx
  const [findings, sender] = await Promise.all([
    lookUpRoot(config, { domain: root_domain, verification_record }),
    lookUpSender(config, { root_domain, ...read }),
  ])
  return ctx.transact(async (txCtx) => {
    await lockHosts(txCtx.tx)
    // Locked until commit: the later of two concurrent checks sees the result of the first.
    const row = await selectResellers(txCtx)
      .where('id', '=', id)
      .where('verification_record', '=', verification_record)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return null
    const { next, isTaken, isNewState } = await updateDomainState(txCtx, row, findings)
    const root = isTaken ? false : findings.is_verified
    const isNewSender = await updateSenderVerification(txCtx, row, { sender, root })
    if (isNewState || isNewSender) await announceBrandChange(txCtx)
    await txCtx.enqueue(
      checkResellerJob,
      { reseller_id: id },
      {
        run_at: nextCheckAt(next, { created_at: row.created_at, now: txCtx.now }),
        job_key: resellerJobKey(id),
      },
    )
    return resellerView(config, ensureFound(await findReseller(txCtx, id)))
  })
}

/** Writes the next state of the root domain. A domain that another host has taken stays pending. */
async function updateDomainState(
  ctx: Ctx,
  row: ResellerRow,
  findings: Awaited<ReturnType<typeof lookUpRoot>>,
) {
  const { id, root_domain } = row
  const state = row.domain_state as DomainState
  const next = nextDomainState({ state, failing_since: row.failing_since }, findings, ctx.now)
  const isTaken = next.host !== 'none' && !row.is_serving && (await isRootTaken(ctx, root_domain))
  const is_serving = next.host !== 'none' && !isTaken
  const { problem, found_records, failing_since } = next
  const columns = isTaken
    ? { domain_state: 'pending', domain_problem: 'taken', domain_found_records: [], failing_since: null }
    : {
        domain_state: next.state,
        domain_problem: problem,
        domain_found_records: found_records,
        failing_since,
      }
  await ctx.tx
    .updateTable('resellers')
    .set({ ...columns, is_serving, checked_at: ctx.now })
    .where('id', '=', id)
    .execute()
  const isNewState = is_serving !== row.is_serving || (state !== next.state && !isTaken)
  if (isNewState)
    await ctx.audit(`reseller.domain_${next.state}`, ['reseller', id], { root_domain, is_serving })
  return { next, isTaken, isNewState }
}

/** Domains below our own root already point here and need no record. */
async function lookUpRoot(
  config: Config,
  { domain, verification_record }: { domain: string; verification_record: string },
) {
  if (domain.endsWith(`.${config.rootDomain}`))
    return { is_verified: true, pointsToTarget: true, problem: null, found_records: [] }
  return lookUpRecords(config, { domain, verification_record, target: config.domainTarget })
}

/** An active root, or a school's domain, keeps its host. */
async function isRootTaken(ctx: Ctx, root_domain: string) {
  if (await hostWithin(ctx, root_domain)) return true
  const answering = await selectResellers(ctx).where('is_serving', '=', true).execute()
  return answering.some((other) => domainsOverlap(root_domain, other.root_domain))
}
