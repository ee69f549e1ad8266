import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { activeCustomDomain } from '#tenancy/hosts/custom-domain.ts'
import type * as contract from './contract.ts'
import { claimHost, removeHost, setCanonicalHost } from './hosts.ts'
import { checkDomainJob, domainJobKey } from './job-handles.ts'
import { lookUpRecords, domainTarget } from './look-up-records.ts'
import { nextCheckAt, nextDomainState, type DomainState, type DomainTransition } from './next-domain-state.ts'
import { findDomain, selectDomains, domainView, type DomainRow } from './queries.ts'
import { notifyDomainChange } from './notify-domain-change.ts'

export async function checkDomain(
  ctx: CtxWithoutTx,
  { id }: Input<typeof contract.checkDomain>,
): Promise<Reply<typeof contract.checkDomain>> {
  const row = ensureFound(await ctx.transact((txCtx) => findDomain(txCtx, id)))
  return ensureFound(await applyDnsResult(ctx, row))
}

/** Reads DNS outside of a transaction, then records the result; null if the domain was released meanwhile. */
export async function applyDnsResult(ctx: CtxWithoutTx, { id, domain, verification_record }: DomainRow) {
  const findings = await lookUpRecords(ctx.config, { domain, verification_record, target: domainTarget(ctx) })
  return ctx.transact(async (txCtx) => {
    // Locked until commit: the later of two concurrent checks sees the result of the first.
    const row = await selectDomains(txCtx).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) return null
    const state = row.state as DomainState
    const next = await inDatabase(txCtx, row, nextDomainState({ ...row, state }, findings, txCtx.now))
    const saved = await save(txCtx, row, next)
    await txCtx.enqueue(
      checkDomainJob,
      { domain_id: id },
      {
        run_at: nextCheckAt(next, { created_at: row.created_at, now: txCtx.now }),
        job_key: domainJobKey(id),
      },
    )
    return domainView(saved, await activeCustomDomain(txCtx))
  })
}

/** Assigns the host as the transition says, unless another school has it. */
async function inDatabase(
  ctx: Ctx,
  { domain }: DomainRow,
  next: DomainTransition,
): Promise<DomainTransition> {
  if (next.host === 'none') await removeHost(ctx, domain)
  else if (!(await claimHost(ctx, domain))) return lost(next)
  else await setCanonicalHost(ctx, domain, next.host === 'canonical')
  return next
}

/** DNS errors are reported first; only with correct records is the domain reported as taken by another school. */
function lost(next: DomainTransition): DomainTransition {
  const held = next.state === 'failed' ? {} : { problem: 'taken' as const, found_records: [] }
  return { ...next, ...held, state: 'pending', failing_since: null, host: 'none' }
}

async function save(ctx: Ctx, row: DomainRow, next: DomainTransition) {
  const { tx, school_id, now } = ctx
  const { state, problem, found_records, failing_since } = next
  const saved = await tx
    .updateTable('custom_domains')
    .set({ state, problem, found_records, failing_since, checked_at: now })
    .set({ verified_at: row.verified_at ?? (state === 'pending' ? null : now) })
    .where('school_id', '=', school_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (row.state !== state) {
    await ctx.audit(`domain.${state}`, ['domain', row.id], { domain: row.domain, problem })
    await notifyDomainChange(ctx, row.domain, state)
  }
  return saved
}
